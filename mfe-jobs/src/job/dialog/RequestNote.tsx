import { formatInstant, formatInstantDay, type JobDetailView, type Role } from '@dps/contract';
import { Alert, styled, Typography } from '@dps/ui';
import { texts } from '../../texts.ts';

const Note = styled(Alert)({ '* + &': { marginTop: 20 }, marginBottom: 20 });
const Words = styled(Typography)({ whiteSpace: 'pre-line', overflowWrap: 'anywhere' });

/** What the client asks of the pilot, in the words of the client: to end the assignment, or the last changes. */
export function RequestNote({ job, reader }: { job: JobDetailView; reader: Role }) {
  const { endRequest, lastChangeRequest } = job;
  const { asked } = texts.job;
  const note = endRequest
    ? { title: asked.end[reader](formatInstantDay(endRequest.at)), words: endRequest.reason }
    : lastChangeRequest && {
        title: asked.changes[reader](formatInstantDay(lastChangeRequest.at)),
        words: lastChangeRequest.comment,
      };
  if (!note) return null;
  return (
    <Note severity={reader === 'pilot' ? 'warning' : 'info'} role="note">
      <Typography variant="h3" component="p">
        {note.title}
      </Typography>
      <Words dir="auto">{note.words}</Words>
      {endRequest && (
        <Typography variant="caption">{asked.end.until(formatInstant(endRequest.until))}</Typography>
      )}
    </Note>
  );
}
