import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { CssBaseline, followColorScheme, theme, ThemeProvider } from '@dps/ui';
import { BrowserRouter } from '@dps/ui/router';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import { developedModule, type ModuleSources } from './developed-module.ts';
import { Harness } from './Harness.tsx';
import { createStore } from './store.ts';
import { Toasts } from './Toasts.tsx';

function loadFont(): void {
  const face = new FontFace('Inter Variable', `url(${inter})`, { weight: '100 900' });
  document.fonts.add(face);
  // A font that does not come leaves the fallback in its place.
  face.load().catch(() => undefined);
}

/** Without the warnings of development about styles that a server renders: none does here. */
const styles = Object.assign(createCache({ key: 'css' }), { compat: true as const });

/**
 * Draws a module alone: its pages and widgets with the real contract, over the API of the product that runs. Called once
 * by the source that the dev server makes for a module.
 */
export function startHarness(sources: ModuleSources): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root');
  const module = developedModule(sources);
  loadFont();
  followColorScheme();
  createRoot(root).render(
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={null} noSsr>
        <CssBaseline />
        <Provider store={createStore()}>
          <BrowserRouter>
            <Harness module={module} />
          </BrowserRouter>
          <Toasts />
        </Provider>
      </ThemeProvider>
    </CacheProvider>,
  );
}
