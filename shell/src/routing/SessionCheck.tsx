import { Alert, Button, CircularProgress, Typography } from '@dps/ui';
import { errorText, isApiError } from '@dps/contract/guest';
import { SlowNotice } from '@dps/ui/slow-notice';
import { SlimFrame } from '../frame/SlimFrame.tsx';
import { texts } from '../texts/first-load.ts';
import { Notice } from '../document/Notice.tsx';

/** A spinner with a text while the session is checked. */
export function SessionLoading({ text = texts.loading }: { text?: string | undefined }) {
  return (
    <SlimFrame>
      <Notice role="status">
        <CircularProgress aria-hidden />
        <Typography color="textSecondary">{text}</Typography>
        <SlowNotice />
      </Notice>
    </SlimFrame>
  );
}

/** The error and Retry after the request for the current user has failed. */
export function SessionUnknown({ error, retry }: { error: unknown; retry: () => void }) {
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <Notice>
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={retry}>
            {texts.modules.retry}
          </Button>
        }
      >
        <Typography>{texts.sessionUnknown}</Typography>
        <Typography>{errorText(error, '')}</Typography>
        {requestId && <Typography variant="caption">{`${texts.requestId} ${requestId}`}</Typography>}
      </Alert>
    </Notice>
  );
}
