import { Suspense, use, useEffect } from 'react';
import type { ModuleRelease, RegistryModule } from '@dps/contract';
import type { GuestPageProps } from '@dps/contract/guest';
import { CircularProgress, Stack, Alert, Button, styled, Typography } from '@dps/ui';
import { SlowNotice } from '@dps/ui/slow-notice';
import { shellSession } from '../session/shell-session.ts';
import { needsStore, storePart } from './preloadable.tsx';
import { texts } from '../texts/first-load.ts';
import { moduleLoader } from './module-loader.ts';
import { PartBoundary, usePart, useShown } from './PartBoundary.tsx';
import { reloadPage } from '../document/page.ts';

const Place = styled('div')({ width: '100%', maxWidth: 720, margin: '0 auto', padding: 16 });

interface ModuleFailureProps {
  module: RegistryModule;
  onRetry: () => void;
}

/** Replaces a module's page that failed. The return of the network repeats the attempt. */
function ModuleFailure({ module: { title, stable, choice }, onRetry: retry }: ModuleFailureProps) {
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

interface Props {
  module: RegistryModule;
  /** One of the paths of its routes. */
  path: string;
  /** Shown while the page loads; without it, only a spinner. */
  loadingText?: string | undefined;
}

/** A spinner while a page loads, with the route's loading text, if it has one. */
export function PageLoading({ text }: { text?: string | undefined }) {
  return (
    <Stack role="status" sx={{ alignItems: 'center', gap: 2, p: 8 }}>
      <CircularProgress aria-label={text ?? texts.loading} />
      <span>{text}</span>
      <SlowNotice />
    </Stack>
  );
}

function Page({ module, path, onOutdated }: Omit<Props, 'loadingText'> & { onOutdated: () => void }) {
  const loaded = use(moduleLoader().page(module, path));
  useShown(loaded, onOutdated);
  const routeOf = ({ routes }: Pick<ModuleRelease, 'routes'>) => routes.find((each) => each.path === path);
  // The document has the routes of the chosen release only, also if its fallback runs.
  const chosen = module.releases[module.stable] ?? loaded.release;
  const guestProps: GuestPageProps =
    routeOf(chosen)?.access === 'guest'
      ? { signIn: shellSession().signIn, onSignedIn: shellSession().checkSignIn }
      : {};
  const page = <loaded.Component {...guestProps} />;
  return needsStore(routeOf(loaded.release)) ? <storePart.Component>{page}</storePart.Component> : page;
}

/**
 * Shows a page of a module. If a release throws, the last good one replaces it. If none is left, a panel names the
 * module and its version, and Retry starts again. Nothing outside the page is affected.
 */
export function ModulePage({ module, path, loadingText }: Props) {
  const current = () => moduleLoader().page(module, path);
  const { attempt, again, onError, onRetry } = usePart('page', current);
  return (
    <PartBoundary
      key={`${module.name} ${path} ${attempt}`}
      onError={onError}
      fallback={<ModuleFailure module={module} onRetry={onRetry} />}
    >
      <Suspense fallback={<PageLoading text={loadingText} />}>
        <Page module={module} path={path} onOutdated={again} />
      </Suspense>
    </PartBoundary>
  );
}
