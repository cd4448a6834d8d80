import { useEffect } from 'react';
import type { RegistryModule } from '@dps/contract';
import { Alert, Button, styled, Typography } from '@dps/ui';
import { reloadPage } from '../document/page.ts';
import { moduleLoader } from './active-loader.ts';
import { texts } from '../texts/first-load.ts';

const Place = styled('div')({ width: '100%', maxWidth: 720, margin: '0 auto', padding: 16 });

interface Props {
  module: RegistryModule;
  onRetry: () => void;
}

/** Replaces a module's page that failed. The return of the network repeats the attempt. */
export function ModuleFailure({ module: { title, stable, choice }, onRetry: retry }: Props) {
  // Overrides are requested only by a page load.
  const onRetry = choice?.problem === undefined ? retry : reloadPage;
  // A later visit of the page tries again without the button.
  useEffect(() => () => moduleLoader().forgetFailures(), []);
  useEffect(() => {
    globalThis.addEventListener('online', onRetry);
    return () => globalThis.removeEventListener('online', onRetry);
  }, [onRetry]);
  const detail =
    choice?.source === undefined
      ? texts.modules.pageUnavailableDetail(title, stable)
      : texts.modules.overrideUnavailable(title, choice.source, choice.problem ?? '');
  return (
    <Place>
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={onRetry}>
            {texts.modules.retry}
          </Button>
        }
      >
        <Typography variant="h2" component="h1" tabIndex={-1}>
          {texts.modules.pageUnavailable(title)}
        </Typography>
        <Typography>{detail}</Typography>
      </Alert>
    </Place>
  );
}
