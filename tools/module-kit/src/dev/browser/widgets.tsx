import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { configureStore } from '@reduxjs/toolkit';
import { createElement, lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { baseApi, jobChanges, WidgetHost, type WidgetRequest } from '@dps/contract/client';
import { CssBaseline, followColorScheme, scaleWithText, theme, ThemeProvider } from '@dps/ui';
import { BrowserRouter } from '@dps/ui/router';
import examples from '@dps/developed-widgets';
import definition from './developed.ts';

const views = new Map(Object.entries(definition.widgets).map(([name, load]) => [name, lazy(load)]));

/** Returns a widget of the module; undefined for another name. */
function widget(name: string, props: object = {}) {
  const View = views.get(name);
  return View && createElement(View, props);
}

/** Shows a widget of the module, and the names of others. */
const Hosted = ({ request: { name, props } }: { request: WidgetRequest }) =>
  widget(name, props) ?? <code>{name}</code>;

/** The widgets of the module. Each link shows one, with the props of `src/widgets.example.ts`. */
function Widgets({ shown }: { shown: string }) {
  return (
    <main>
      <nav>
        {[...views.keys()].map((name) => (
          <a key={name} href={`/${name}`} {...(name === shown && { 'aria-current': 'page' as const })}>
            {name}
          </a>
        ))}
      </nav>
      {widget(shown, examples[shown])}
    </main>
  );
}

/** `compat` disables Emotion's development warnings about server rendering. */
const styles = Object.assign(scaleWithText(createCache({ key: 'css' })), { compat: true as const });

/** The slices of the shell's store that modules use. */
const store = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer, [jobChanges.name]: jobChanges.reducer },
  middleware: (defaults) => defaults().concat(baseApi.middleware),
});

followColorScheme();
const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root');
createRoot(root).render(
  <CacheProvider value={styles}>
    <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={null} noSsr>
      <CssBaseline />
      <Provider store={store}>
        <BrowserRouter>
          <WidgetHost value={Hosted}>
            <Suspense fallback={<p>Loading…</p>}>
              <Widgets shown={location.pathname.slice(1)} />
            </Suspense>
          </WidgetHost>
        </BrowserRouter>
      </Provider>
    </ThemeProvider>
  </CacheProvider>,
);
