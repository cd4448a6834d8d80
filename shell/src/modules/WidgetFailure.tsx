import { Alert, Button } from '@dps/shared-contracts/ui';
import { moduleTexts } from './texts.ts';

/** In place of a widget that could not be shown. */
export function WidgetFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {moduleTexts.retry}
        </Button>
      }
    >
      {moduleTexts.widgetUnavailable}
    </Alert>
  );
}
