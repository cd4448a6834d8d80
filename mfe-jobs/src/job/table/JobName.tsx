import type { ReactNode } from 'react';
import type { JobView } from '@dps/contract';
import { FONT_SIZES, styled } from '@dps/ui';

const Title = styled('button')({
  minWidth: 110,
  maxWidth: 320,
  padding: 0,
  border: 0,
  font: 'inherit',
  fontWeight: 550,
  color: 'inherit',
  textAlign: 'start',
  background: 'none',
  cursor: 'pointer',
  // Two lines; the title attribute and the dialog have the complete text.
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
});

/** A secondary line in a table cell. */
export const About = styled('div')(({ theme }) => ({
  // A text from right to left starts below the title, not at the other edge of the column.
  width: 'fit-content',
  fontSize: FONT_SIZES.xs,
  lineHeight: 16 / 12,
  fontWeight: 400,
  color: theme.vars.palette.text.secondary,
}));

/** The id of the element with a job's name, for the `aria-describedby` of its buttons. */
export function jobNameId(id: number): string {
  return `job-${id}-name`;
}

/** The name of a job in a table, as a button that opens its dialog, with one fact below it. */
export function JobName({ job, about, onOpen }: { job: JobView; about: ReactNode; onOpen: () => void }) {
  return (
    <>
      <Title type="button" dir="auto" id={jobNameId(job.id)} title={job.title} onClick={onOpen}>
        {job.title}
      </Title>
      <About dir="auto">{about}</About>
    </>
  );
}
