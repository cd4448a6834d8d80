import { configureStore } from '@reduxjs/toolkit';
import { baseApi, jobChanges } from '@dps/shared-contracts/client';

/** Makes the store of the harness: of the shell's, what modules use. */
export function createStore() {
  return configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer, [jobChanges.name]: jobChanges.reducer },
    middleware: (defaults) => defaults().concat(baseApi.middleware),
  });
}
