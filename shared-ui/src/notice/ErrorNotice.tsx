import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { errorText, isApiError } from '@dps/contract/guest';
import { Button } from '../button/Button.tsx';
import { texts } from '../texts.ts';

export interface ErrorNoticeProps {
  error: unknown;
  /** Title that names the failed operation, if the message below does not. */
  title?: string;
  /** Message to show if the server sent none. */
  fallback: string;
  /**
   * True if a toast has announced the error: the notice then has no alert role. The shell provides this component, so that a
   * prop keeps its name: a module can run in the previous shell.
   */
  told?: boolean;
  onRetry?: () => void;
}

/** An error message with the request id and a retry button. */
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
      <span>{errorText(error, fallback)}</span>
      {requestId && (
        <Typography variant="caption" component="p">{`${texts.requestId} ${requestId}`}</Typography>
      )}
    </Alert>
  );
}
