import { Alert, Button } from '@dps/ui';
import { texts } from '../texts/first-load.ts';

interface Props {
  /** Title of the widget's module, if the registry has it. */
  title: string | undefined;
  onRetry: () => void;
}

/** Replaces a widget that failed. */
export function WidgetFailure({ title, onRetry }: Props) {
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {texts.modules.retry}
        </Button>
      }
    >
      {texts.modules.widgetUnavailable(title)}
    </Alert>
  );
}
