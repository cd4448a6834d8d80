import { use, type ReactNode } from 'react';
import { configureStore } from '@reduxjs/toolkit';
import { Provider, ReactReduxContext } from 'react-redux';
import { baseApi, jobChanges } from '@dps/contract/client';
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

/** Provides the store of the page, except within another provider. */
export function StoreProvider({ children }: { children: ReactNode }) {
  const isProvided = use(ReactReduxContext) !== null;
  return isProvided ? children : <Provider store={shellStore()}>{children}</Provider>;
}
