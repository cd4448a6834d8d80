import { configureStore } from '@reduxjs/toolkit';
import { baseApi, jobChanges } from '@dps/shared-contracts/client';
import { connection } from './connection/connection.ts';
import { explicitSignOut } from './session/explicit-sign-out.ts';
import { sessionMiddleware } from './session/session-middleware.ts';
import { failedCallsMiddleware } from './telemetry/failed-calls-middleware.ts';

/** The shell's own slices. */
export const shellReducers = { connection, explicitSignOut };

/** Creates the store of the page: the query cache, optimistic updates, the connection and how the last session ended. */
export function createStore() {
  return configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      [jobChanges.name]: jobChanges.reducer,
      ...shellReducers,
    },
    middleware: (defaults) => defaults().concat(baseApi.middleware, sessionMiddleware, failedCallsMiddleware),
  });
}
export type ShellStore = ReturnType<typeof createStore>;
export type ShellDispatch = ShellStore['dispatch'];
