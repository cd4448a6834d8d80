import { configureStore } from '@reduxjs/toolkit';
import { baseApi, jobChanges } from '@dps/shared-contracts/client';
import { connection } from './connection/connection.ts';
import { departure } from './session/departure.ts';
import { watchSession } from './session/watch-session.ts';
import { watchFailedCalls } from './telemetry/watch-failed-calls.ts';

/** What the store holds besides what was read from the server. */
export const shellReducers = { connection, departure };

/**
 * Makes the one store of the page: what was read from the server and what is changed of it, whether the server can be
 * reached, how the last session ended.
 */
export function createStore() {
  return configureStore({
    reducer: {
      [baseApi.reducerPath]: baseApi.reducer,
      [jobChanges.name]: jobChanges.reducer,
      ...shellReducers,
    },
    middleware: (defaults) => defaults().concat(baseApi.middleware, watchSession, watchFailedCalls),
  });
}
export type ShellStore = ReturnType<typeof createStore>;
export type ShellDispatch = ShellStore['dispatch'];
