import { configureStore } from '@reduxjs/toolkit';
import { baseApi } from '@dps/shared-contracts/client';
import { departure } from './session/departure.ts';
import { watchSession } from './session/watch-session.ts';

/** Makes the one store of the page: what was read from the server, and how the last session ended. */
export function createStore() {
  return configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, departure },
    middleware: (defaults) => defaults().concat(baseApi.middleware, watchSession),
  });
}
export type ShellStore = ReturnType<typeof createStore>;
export type ShellDispatch = ShellStore['dispatch'];
