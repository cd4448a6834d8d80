import type { ReactNode } from 'react';
import { styled, Typography } from '@dps/ui';
import { Facts } from '../../page/Facts.tsx';

const Description = styled(Typography)({
  marginTop: 16,
  maxWidth: '70ch',
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
});

/** The facts of a job and its description. */
export function JobSummary({
  facts,
  description,
}: {
  facts: readonly (readonly [string, ReactNode])[];
  description: string;
}) {
  return (
    <>
      <Facts facts={facts} />
      <Description dir="auto">{description}</Description>
    </>
  );
}
