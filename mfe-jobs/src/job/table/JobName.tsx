import type { ReactNode } from 'react';
import type { JobView } from '@dps/contract';
import { FONT_SIZES, styled } from '@dps/ui';
import { texts } from '../../texts.ts';

/** At most two lines of a title; the title attribute and the dialog have the complete text. */
export const TWO_LINES = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** A title that opens the dialog of its job. */
export const TitleButton = styled('button')({
  ...TWO_LINES,
  padding: 0,
  border: 0,
  font: 'inherit',
  color: 'inherit',
  textAlign: 'start',
  background: 'none',
  '&:enabled': { cursor: 'pointer' },
  '&:enabled:hover': { textDecoration: 'underline' },
});
/** One line of a text; the title attribute and the dialog have the complete text. A column may still be narrower. */
export const ONE_LINE = { ...TWO_LINES, WebkitLineClamp: 1, wordBreak: 'break-all' } as const;
const CellTitle = styled(TitleButton)({ ...ONE_LINE, minWidth: 110, maxWidth: 320, fontWeight: 550 });

/** A secondary line in a table cell. */
export const About = styled('div')(({ theme }) => ({
  // A text from right to left starts below the title, not at the other edge of the column.
  width: 'fit-content',
  fontSize: FONT_SIZES.xs,
  lineHeight: 16 / 12,
  fontWeight: 400,
  color: theme.vars.palette.text.secondary,
}));

const AboutJob = styled(About)({ ...ONE_LINE, maxWidth: 320 });

/** The id of the element with a job's name, for the `aria-describedby` of its buttons. */
export function jobNameId(id: number): string {
  return `job-${id}-name`;
}

const Request = styled('span')(({ theme }) => ({ color: theme.vars.palette.tones.yellow.text }));

/** Returns what the client asks of the pilot, until the pilot submits the work again or decides. */
function requestOf({ status, changesRequestedAt, endRequestedAt }: JobView): string | undefined {
  if (status !== 'in-progress') return undefined;
  if (endRequestedAt) return texts.table.askedToEnd;
  return changesRequestedAt ? texts.table.askedForChanges : undefined;
}

/** The name of a job in a table, as a button that opens its dialog. Below it, what the client asks for, and one detail. */
export function JobName({ job, about, onOpen }: { job: JobView; about: ReactNode; onOpen: () => void }) {
  const request = requestOf(job);
  return (
    <>
      <CellTitle type="button" dir="auto" id={jobNameId(job.id)} title={job.title} onClick={onOpen}>
        {job.title}
      </CellTitle>
      <AboutJob dir="auto">
        {request && (
          <>
            <Request>{request}</Request>
            {' · '}
          </>
        )}
        {about}
      </AboutJob>
    </>
  );
}
