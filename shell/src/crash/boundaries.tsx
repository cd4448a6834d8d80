import { Component, type ReactNode } from 'react';
import { Button, Stack, styled, Typography } from '@dps/ui';
import { Outlet } from '@dps/ui/router';
import { reportCrash, moduleOf } from '../telemetry/script-error.ts';
import { useDocumentTitle } from '../document/page.ts';
import { Notice } from '../document/notices.tsx';
import { texts } from '../texts/first-load.ts';

const Details = styled('details')(({ theme }) => ({
  width: '100%',
  marginTop: 24,
  color: theme.vars.palette.text.secondary,
  '& > summary': { cursor: 'pointer' },
}));
const Failure = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: theme.typography.caption.fontSize,
  overflowWrap: 'anywhere',
}));

/** The page after a failure of the shell. It uses neither router nor store, which may have failed. Its actions load a page. */
function CrashPage({ failure }: { failure: string }) {
  useDocumentTitle(texts.crash.title);
  return (
    <main>
      <Notice role="alert">
        <Typography variant="h1">{texts.crash.title}</Typography>
        <Typography color="textSecondary">{texts.crash.text}</Typography>
        <Stack
          direction="row"
          spacing={2}
          useFlexGap
          sx={{ flexWrap: 'wrap', justifyContent: 'center', mt: 4 }}
        >
          <Button variant="contained" onClick={() => globalThis.location.reload()}>
            {texts.crash.reload}
          </Button>
          <Button variant="outlined" href="/">
            {texts.crash.home}
          </Button>
        </Stack>
        <Details>
          <summary>{texts.crash.details}</summary>
          <Failure>{failure}</Failure>
        </Details>
      </Notice>
    </main>
  );
}

interface State {
  /** The error as text; null without one. */
  failure: string | null;
}

/** The last error boundary: shows the crash page for an error that no boundary of a module has caught. */
export class ShellBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: String(error) };
  }

  override componentDidCatch(error: unknown): void {
    const shell = { module: 'shell', version: __MODULE_VERSION__, part: 'shell' as const };
    reportCrash(shell, error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : <CrashPage failure={failure} />;
  }
}

interface CleanupBoundaryState {
  caught: { error: unknown } | null;
}

/**
 * Contains errors of modules whose own boundary is gone: a cleanup of an effect runs when the part and its boundary are already
 * removed. The error counts for its module, and the children are drawn again. Other errors continue to the next boundary.
 */
export class CleanupBoundary extends Component<{ children: ReactNode }, CleanupBoundaryState> {
  override state: CleanupBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): CleanupBoundaryState {
    return { caught: { error } };
  }

  override componentDidCatch(error: unknown): void {
    const release = moduleOf(error);
    if (!release) return;
    reportCrash({ ...release, part: 'page' }, error);
    this.setState({ caught: null });
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    if (!moduleOf(caught.error)) throw caught.error;
    return null;
  }
}

/** The page of the current address. A page that throws when it is left does not affect the next one. */
export function PageOutlet() {
  return (
    <CleanupBoundary>
      <Outlet />
    </CleanupBoundary>
  );
}
