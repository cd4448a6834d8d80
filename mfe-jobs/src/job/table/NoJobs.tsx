import { Button, ButtonLink } from '@dps/ui';
import { EmptyState } from '@dps/ui/data';
import { texts } from '../../texts.ts';

/** The empty state when no job matches the filters. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={texts.noMatch}
      action={
        <Button variant="outlined" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      }
    />
  );
}

/** The empty state of a pilot without jobs. */
export function NoJobsOfPilot({ title }: { title: string }) {
  const { emptyText, findJob } = texts.pilotDashboard;
  return (
    <EmptyState
      title={title}
      text={emptyText}
      action={
        <ButtonLink to="/browse-jobs" variant="outlined">
          {findJob}
        </ButtonLink>
      }
    />
  );
}

/** The empty state of a client without jobs. */
export function NoJobsOfClient({ title, onCreate }: { title: string; onCreate: () => void }) {
  const { emptyText, postFirst } = texts.clientDashboard;
  return (
    <EmptyState
      title={title}
      text={emptyText}
      action={
        <Button variant="outlined" onClick={onCreate}>
          {postFirst}
        </Button>
      }
    />
  );
}
