import { useEffect, useState, type ReactNode } from 'react';
import { paths, type Deployment, type UserView } from '@dps/contract';
import {
  baseApi,
  coreApi,
  jobChanges,
  SHARES,
  THREADS,
  WidgetHost,
  type WidgetRequest,
} from '@dps/contract/client';
import { fakeServer, reply, type FakeRequest, type Handlers } from '@dps/contract/testing';
import { configureStore, type Middleware, type Reducer } from '@reduxjs/toolkit';
import { configure, render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ThemeProvider } from '@mui/material/styles';
import { loadDeferredParts } from '../deferred.tsx';
import { theme } from '../theme/theme.ts';
import { drawToasts, type Toast } from '../toast.ts';

// Tests wait longer on a busy machine.
configure({ asyncUtilTimeout: 25_000 });

// As in a page whose frame has appeared.
await loadDeferredParts();

export interface ShellOptions {
  /** The signed-in user; default: none. */
  user?: UserView;
  /** False: the session has not been requested yet. */
  sessionKnown?: boolean;
  /** The address; default: `/`. */
  path?: string;
  /** API responses by method and path. Current user and logout have default handlers. */
  handlers?: Handlers;
  /** Renders a widget of another module; default: a group with the name of the widget. */
  widget?: (request: WidgetRequest) => ReactNode;
  deployment?: Deployment;
  /** Additional reducers of the store, by slice. */
  reducers?: Record<string, Reducer>;
  /** Additional middleware of the store. */
  middleware?: readonly Middleware[];
  /** False if the page under test renders toasts itself. */
  toasts?: boolean;
}

export interface Shell extends RenderResult {
  events: UserEvent;
  /** All API calls, oldest first. */
  calls: FakeRequest[];
  /** Returns the current path and query. */
  location: () => string;
  /** Makes the page read its jobs and threads again, as after an event of another user. */
  changeJobs: () => void;
  /** Reports that shares and payouts of the user may have changed, as after a lost connection. */
  changeShares: () => void;
}

function newStore(reducers: Record<string, Reducer>, middleware: readonly Middleware[]) {
  return configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, [jobChanges.name]: jobChanges.reducer, ...reducers },
    middleware: (defaults) =>
      defaults({ serializableCheck: false, immutableCheck: false, actionCreatorCheck: false }).concat(
        baseApi.middleware,
        ...middleware,
      ),
  });
}

function seedSession(store: ReturnType<typeof newStore>, value: UserView | null): void {
  store.dispatch(
    coreApi.util.upsertQueryEntries([{ endpointName: 'coreCurrentUser', arg: undefined, value }]),
  );
}

function writeDeployment(deployment: Deployment): void {
  document.getElementById('deployment')?.remove();
  const script = document.createElement('script');
  script.id = 'deployment';
  script.type = 'application/json';
  script.textContent = JSON.stringify(deployment);
  document.head.append(script);
}

const namedGroup = ({ name }: WidgetRequest) => <div role="group" aria-label={name} />;

function hostOf(widget: NonNullable<ShellOptions['widget']>) {
  return function TestWidgetHost({ request }: { request: WidgetRequest }) {
    return widget(request);
  };
}

/** Renders toasts: role `alert` for destructive toasts, `status` for others. */
function ToastList() {
  const [toasts, setToasts] = useState<(Toast & { id: number })[]>([]);
  useEffect(() => drawToasts((toast) => setToasts((all) => [...all, { ...toast, id: all.length }])), []);
  return toasts.map(({ id, title, description, look, link }) => (
    <div key={id} role={look === 'destructive' ? 'alert' : 'status'}>
      <p>{title}</p>
      {description && <p>{description}</p>}
      {link && <a href={link.to}>{link.label}</a>}
    </div>
  ));
}

/**
 * Renders a page as the shell does. Store, session, router, theme, widgets and toasts are real; `handlers` respond for the
 * API. The session is already known.
 */
export function renderInShell(page: ReactNode, options: ShellOptions = {}): Shell {
  const {
    toasts = true,
    sessionKnown = true,
    user,
    path = '/',
    handlers = {},
    widget = namedGroup,
    deployment,
    reducers = {},
    middleware = [],
  } = options;
  const server = fakeServer({
    [`GET ${paths.currentUser()}`]: () => user ?? reply(401, { code: 'unauthenticated', message: 'Sign in' }),
    [`POST ${paths.logout()}`]: () => reply(204),
    ...handlers,
  });
  Object.assign(globalThis, { fetch: server.fetch, XMLHttpRequest: server.XMLHttpRequest });
  if (deployment) writeDeployment(deployment);
  const store = newStore(reducers, middleware);
  if (sessionKnown) seedSession(store, user ?? null);
  const Host = hostOf(widget);
  let location = path;
  function Address() {
    const { pathname, search } = useLocation();
    useEffect(() => {
      location = pathname + search;
    });
    return null;
  }
  const result = render(
    <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={null}>
      <Provider store={store}>
        <MemoryRouter initialEntries={[path]}>
          <WidgetHost value={Host}>{page}</WidgetHost>
          <Address />
        </MemoryRouter>
      </Provider>
      {toasts && <ToastList />}
    </ThemeProvider>,
  );
  const changeJobs = () =>
    void store.dispatch(baseApi.util.invalidateTags(['Job', 'AvailableJobs', THREADS]));
  const changeShares = () => void store.dispatch(baseApi.util.invalidateTags([SHARES]));
  const { calls } = server;
  return { ...result, events: userEvent.setup(), calls, location: () => location, changeJobs, changeShares };
}
