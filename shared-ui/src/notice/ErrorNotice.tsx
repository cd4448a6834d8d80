import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText, isApiError } from '@dps/shared-contracts/client';
import { texts } from '../texts.ts';

export interface ErrorNoticeProps {
  error: unknown;
  /** What failed, where the words below it may not say so. */
  title?: string;
  /** What to say when the server said nothing for people. */
  fallback: string;
  /** True where a toast has said it: it stands here to be read, not to be announced again. */
  told?: boolean;
  onRetry?: () => void;
}

/** What went wrong, the number to report it by, and a way to try again. */
export function ErrorNotice({ error, title, fallback, told = false, onRetry }: ErrorNoticeProps) {
  const requestId = isApiError(error) ? error.requestId : undefined;
  return (
    <Alert
      severity="error"
      role={told ? 'note' : 'alert'}
      action={
        onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            {texts.retry}
          </Button>
        )
      }
    >
      {title && (
        <Typography variant="h3" component="p">
          {title}
        </Typography>
      )}
      {errorText(error, fallback)}
      {requestId && (
        <Typography variant="caption" component="p">{`${texts.requestId} ${requestId}`}</Typography>
      )}
    </Alert>
  );
}
