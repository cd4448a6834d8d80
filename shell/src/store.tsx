import { use, useState, type ReactNode } from 'react';
import {
  configureStore,
  isFulfilled,
  isRejectedWithValue,
  type Store,
  type Middleware,
} from '@reduxjs/toolkit';
import { Provider, ReactReduxContext } from 'react-redux';
import { baseApi, jobChanges, THREADS } from '@dps/contract/client';
import { userSignal } from '@dps/contract/user';
import { isApiError } from '@dps/contract/guest';
import { sessionMiddleware } from './session/session-middleware.ts';
import { shellSession } from './session/shell-session.ts';
import { onConnectionChange } from './connection/connection.ts';
import { callFailed, callSucceeded } from './session/call-outcome.ts';

function argumentOf(meta: object, name: 'endpointName' | 'type' | 'queryCacheKey'): string {
  const arg: unknown = Reflect.get(meta, 'arg');
  return typeof arg === 'object' && arg !== null ? String(Reflect.get(arg, name)) : '';
}

/**
 * Records the outcome of the calls of all endpoints. A write without a response may have changed data on the server, and kept
 * responses are old, so all lists and details are read again when the server responds.
 */
export const callsMiddleware: Middleware = ({ dispatch }) => {
  let isOutdated = false;
  /** Queries whose last response was a kept one. */
  const kept = new Set<string>();
  onConnectionChange((isLost) => {
    if (isLost || !isOutdated) return;
    isOutdated = false;
    dispatch(baseApi.util.invalidateTags(['Job', 'AvailableJobs', 'FlightRecord', THREADS]));
  });
  return (next) => (action) => {
    const result = next(action);
    if (isRejectedWithValue(action) && isApiError(action.payload)) {
      if (action.payload.status === 0 && argumentOf(action.meta, 'type') === 'mutation') isOutdated = true;
      callFailed(argumentOf(action.meta, 'endpointName'), action.payload);
    } else if (isFulfilled(action)) {
      const isKept = Reflect.get(action.meta, 'baseQueryMeta') === true;
      const query = argumentOf(action.meta, 'queryCacheKey');
      // While the server is reachable, a kept response is read again once: its call may be blocked.
      isOutdated ||= isKept && !kept.has(query);
      if (isKept) kept.add(query);
      else kept.delete(query);
      void callSucceeded(isKept).then((isLost) => {
        isOutdated ||= isLost;
      });
    }
    return result;
  };
};

/** Creates a store: the query cache and optimistic updates. */
export function createStore() {
  return configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      [jobChanges.name]: jobChanges.reducer,
    },
    middleware: (defaults) => defaults().concat(baseApi.middleware, sessionMiddleware, callsMiddleware),
  });
}
export type ShellStore = ReturnType<typeof createStore>;
export type ShellDispatch = ShellStore['dispatch'];

let active: ShellStore | undefined;

/** Returns the store of the page. The first call creates it with the current user. */
export function shellStore(): ShellStore {
  if (!active) {
    active = createStore();
    shellSession().seed();
  }
  return active;
}

/** Returns the result of a call that is not made. It fails as a call that RTK Query aborts. */
function abortedCall() {
  const error = new DOMException('The user has left', 'AbortError');
  const nothing = () => undefined;
  const unwrap = () => Promise.reject(error);
  return Object.assign(Promise.resolve({ error }), {
    unwrap,
    abort: nothing,
    reset: nothing,
    unsubscribe: nothing,
  });
}

const storesOfUsers = new WeakSet<Store>();

/**
 * Returns the store for the components of one user. It does not make calls after the user has left: loops and timers of a module can
 * outlive its page, and their calls would be in the name of the next user.
 */
function storeOfUser(store: Store): Store {
  const user = userSignal();
  const dispatch = new Proxy(store.dispatch, {
    apply: (target, self, args: unknown[]): unknown =>
      user.aborted && typeof args[0] === 'function' ? abortedCall() : Reflect.apply(target, self, args),
  });
  const own = { ...store, dispatch };
  storesOfUsers.add(own);
  return own;
}

/** Provides the store of the page to the components of the current user. Within another provider of a user, does nothing. */
export function StoreProvider({ children }: { children: ReactNode }) {
  const outer = use(ReactReduxContext)?.store;
  const [store] = useState(() =>
    outer && storesOfUsers.has(outer) ? null : storeOfUser(outer ?? shellStore()),
  );
  return store ? <Provider store={store}>{children}</Provider> : children;
}
