import type { ReactNode } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { FONT_SIZES, styled } from '@dps/ui';

const Title = styled('div')({ minWidth: 110, maxWidth: 320, fontWeight: 550, overflowWrap: 'anywhere' });
/** A secondary line in a table cell. */
export const About = styled('div')(({ theme }) => ({
  fontSize: FONT_SIZES.xs,
  lineHeight: 16 / 12,
  fontWeight: 400,
  color: theme.vars.palette.text.secondary,
}));

/** The id of the element with a job's name, for the `aria-describedby` of its buttons. */
export function jobNameId(id: number): string {
  return `job-${id}-name`;
}

/** The name of a job in a table, with one fact below it. */
export function JobName({ job, about }: { job: JobView; about: ReactNode }) {
  return (
    <>
      <Title id={jobNameId(job.id)}>{job.title}</Title>
      <About>{about}</About>
    </>
  );
}
