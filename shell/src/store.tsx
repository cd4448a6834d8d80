import { use, useState, type ReactNode } from 'react';
import { configureStore, type Store } from '@reduxjs/toolkit';
import { Provider, ReactReduxContext } from 'react-redux';
import { baseApi, jobChanges } from '@dps/contract/client';
import { userSignal } from '@dps/contract/user';
import { callsMiddleware } from './session/calls-middleware.ts';
import { sessionMiddleware } from './session/session-middleware.ts';
import { shellSession } from './session/shell-session.ts';

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
 * Returns the store for the components of one user. It makes no call after the user has left: loops and timers of a module can
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
