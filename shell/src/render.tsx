import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { WidgetHost } from '@dps/shared-contracts/client';
import { CssBaseline, followColorScheme, ThemeProvider, theme } from '@dps/ui';
import { BrowserRouter } from '@dps/ui/router';
import { ShellBoundary } from './crash/ShellBoundary.tsx';
import { loadFont } from './document/font.ts';
import { styleNonce } from './document/nonce.ts';
import { ModuleWidget } from './modules/ModuleWidget.tsx';
import type { Tracked } from './modules/tracked.ts';
import { ReleaseTools } from './releases/ReleaseTools.tsx';
import type { PageReleases } from './releases/page-releases.ts';
import { ShellRoutes } from './routing/ShellRoutes.tsx';
import type { ShellStore } from './store.ts';
import { ToastHost } from './toasts/ToastHost.tsx';

/**
 * Draws the product. Called once, when the code of the first page has loaded.
 *
 * @param signOutSettled holds the pages back until an earlier sign-out has reached the server or has failed again
 */
export function render(releases: PageReleases, store: ShellStore, signOutSettled: Tracked<void>): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root');
  const nonce = styleNonce();
  // Toasts style themselves with goober, which looks for its nonce here.
  Object.assign(globalThis, { __nonce__: nonce });
  loadFont();
  followColorScheme();
  createRoot(root).render(
    <CacheProvider value={createCache({ key: 'css', ...(nonce ? { nonce } : {}) })}>
      <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={null} noSsr>
        <CssBaseline />
        <Provider store={store}>
          <BrowserRouter>
            <ShellBoundary>
              <WidgetHost value={ModuleWidget}>
                <ShellRoutes registry={releases.registry} ready={signOutSettled} />
                <ReleaseTools {...releases} />
              </WidgetHost>
            </ShellBoundary>
          </BrowserRouter>
          <ToastHost />
        </Provider>
      </ThemeProvider>
    </CacheProvider>,
  );
}
