import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { configureStore } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { baseApi, jobChanges } from '@dps/contract/client';
import { CssBaseline, followColorScheme, scaleWithText, theme, ThemeProvider } from '@dps/ui';
import { BrowserRouter } from '@dps/ui/router';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import { developedModule, type ModuleSources } from './developed-module.ts';
import { Harness } from './Harness.tsx';
import { Toasts } from './Toasts.tsx';

function loadFont(): void {
  const face = new FontFace('Inter Variable', `url(${inter})`, { weight: '100 900' });
  document.fonts.add(face);
  // If the font fails to load, the page keeps the fallback font.
  face.load().catch(() => undefined);
}

/** `compat` disables Emotion's development warnings about server rendering, which the harness does not use. */
const styles = Object.assign(scaleWithText(createCache({ key: 'css' })), { compat: true as const });

/** Creates the store of the harness: the slices of the shell's store that modules use. */
function createStore() {
  return configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, [jobChanges.name]: jobChanges.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
}

/**
 * Renders a module alone, with the real contract and the API of the running product. The generated entry of the dev
 * server calls this function once.
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
