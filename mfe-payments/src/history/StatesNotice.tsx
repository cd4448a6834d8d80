import { Box, Button, Typography } from '@dps/ui';
import { texts } from '../texts.ts';

interface StatesNoticeProps {
  /** Null while the stored payments are up to date. */
  state: 'loading' | 'failed' | null;
  onRetry: () => void;
}

/** Below the title of the history: that the rows show no refunds and disputes yet, because they load or failed to load. */
export function StatesNotice({ state, onRetry }: StatesNoticeProps) {
  return (
    <Box role="status" sx={{ px: 4, ...(state && { pb: 2 }) }}>
      {state && (
        <Typography variant="caption" color="textSecondary">
          {texts.states[state]}
        </Typography>
      )}
      {state === 'failed' && (
        <Button size="small" sx={{ ml: 1 }} onClick={onRetry}>
          {texts.states.retry}
        </Button>
      )}
    </Box>
  );
}
