import type { ReactNode } from 'react';
import { jobNumber, type JobView } from '@dps/contract';
import { styled, Typography } from '@dps/ui';
import { StatusBadge } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { Facts } from '../../page/Facts.tsx';
import { texts } from '../../texts.ts';

const Description = styled(Typography)({
  marginTop: 16,
  maxWidth: '70ch',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
});

type Fact = readonly [label: string, value: ReactNode];

/** The details of a job, those of its reader, and its description. */
export function JobSummary({ job, facts }: { job: JobView; facts: readonly Fact[] }) {
  const { fields } = texts;
  const common: readonly Fact[] = [
    [fields.jobId, <Literal key="id">{jobNumber(job.id)}</Literal>],
    [fields.status, <StatusBadge key="status" status={job.status} />],
    ...(job.publishedAt === null ? [[fields.published, texts.waitsForEmail] as const] : []),
    [fields.surveyType, job.surveyType],
    [fields.location, job.location],
  ];
  return (
    <>
      <Facts facts={[...common, ...facts]} />
      <Description dir="auto">{job.description}</Description>
    </>
  );
}
