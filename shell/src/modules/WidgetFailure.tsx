import { Alert, Button } from '@dps/ui';
import { texts } from '../texts/first-load.ts';

interface Props {
  /** Title of the module that the widget belongs to, where the registry knows it. */
  title: string | undefined;
  onRetry: () => void;
}

/** In place of a widget that could not be shown. */
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
