import { createSlice, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit';
import { isApiError } from '@dps/shared-contracts/client';

/** Whether a call received no response. */
const isUnanswered = (action: unknown): boolean =>
  isRejectedWithValue(action) && isApiError(action.payload) && action.payload.status === 0;

const slice = createSlice({
  name: 'connection',
  initialState: () => ({ lost: !navigator.onLine }),
  reducers: {
    connectionLost: (state) => {
      state.lost = true;
    },
    connectionFound: (state) => {
      state.lost = false;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(isUnanswered, (state) => {
      state.lost = true;
    });
    builder.addMatcher(isFulfilled, (state) => {
      state.lost = false;
    });
  },
});

/** Whether the server is reachable, by the browser's network state and the last calls. */
export const connection = slice.reducer;
export const { connectionLost, connectionFound } = slice.actions;

export interface ConnectionState {
  connection: ReturnType<typeof connection>;
}
export const isConnectionLost = (state: ConnectionState): boolean => state.connection.lost;
