import { Button } from '@dps/shared-contracts/ui';
import { EmptyState } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';

/** Where no open job matches the filters or, with `onLookAgain`, where there is none at all. */
export function NoOpenJobs(props: { onClear: () => void } | { onLookAgain: () => void }) {
  const none = 'onLookAgain' in props;
  return (
    <EmptyState
      title={texts.browse.empty}
      {...(none && { text: texts.browse.noneText })}
      action={
        <Button variant="outlined" onClick={none ? props.onLookAgain : props.onClear}>
          {none ? texts.browse.lookAgain : texts.clearFilters}
        </Button>
      }
    />
  );
}
