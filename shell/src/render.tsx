import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import createCache from '@emotion/cache';
import { CacheProvider, css, type EmotionCache } from '@emotion/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { WidgetHost } from '@dps/contract/guest';
import { CssBaseline, followColorScheme, scaleWithText, ThemeProvider, theme } from '@dps/ui';
import { BrowserRouter } from '@dps/ui/router';
import { CleanupBoundary } from './crash/CleanupBoundary.tsx';
import { ShellBoundary } from './crash/ShellBoundary.tsx';
import { documentNonce } from './document/page.ts';
import { ModuleWidget } from './modules/ModuleWidget.tsx';
import type { Tracked } from './modules/tracked.ts';
import { ReleaseTools } from './releases/ReleaseTools.tsx';
import type { PageReleases } from './releases/page-releases.ts';
import { ShellRoutes } from './routing/ShellRoutes.tsx';
import { ToastHost } from './toasts/ToastHost.tsx';

/**
 * Loads the product's font before any style names it. Until then, a font with the same metrics replaces it, and for good if the
 * browser refuses fonts.
 */
async function loadFont(): Promise<void> {
  const face = new FontFace('Inter Variable', `url(${inter}) format("woff2")`, {
    weight: '100 900',
    style: 'normal',
    display: 'swap',
  });
  document.fonts.add(face);
  await face.load();
}

/**
 * Creates the cache of styles with the variables of the theme. MUI would insert the variables in the commit of the first render, which
 * React cannot divide.
 */
export function startStyles(): EmotionCache {
  const nonce = documentNonce();
  // The styles of toasts are written by goober, which reads its nonce here.
  Object.assign(globalThis, { __nonce__: nonce || undefined });
  const styles = scaleWithText(createCache({ key: 'css', ...(nonce ? { nonce } : {}) }));
  for (const sheet of theme.generateStyleSheets()) styles.insert('', css(sheet), styles.sheet, false);
  return styles;
}

/**
 * Draws the product. Called once, when the code of the first page has loaded.
 *
 * @param styles the cache of styles
 * @param signOutSettled holds the pages back until an earlier sign-out has reached the server or has failed again
 */
export function render(releases: PageReleases, styles: EmotionCache, signOutSettled: Tracked<void>): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root');
  loadFont().catch(() => undefined);
  followColorScheme();
  const page = (
    <CacheProvider value={styles}>
      <ThemeProvider
        theme={theme}
        storageManager={null}
        colorSchemeNode={null}
        noSsr
        disableStyleSheetGeneration
      >
        <CssBaseline />
        <BrowserRouter>
          <ShellBoundary>
            <CleanupBoundary>
              <WidgetHost value={ModuleWidget}>
                <ShellRoutes registry={releases.registry} ready={signOutSettled} />
                <ReleaseTools {...releases} />
              </WidgetHost>
            </CleanupBoundary>
          </ShellBoundary>
          <ToastHost />
        </BrowserRouter>
      </ThemeProvider>
    </CacheProvider>
  );
  // React divides a transition into short tasks, between which the browser can respond.
  startTransition(() => createRoot(root).render(page));
}
