import { createSlice, isFulfilled, isRejectedWithValue } from '@reduxjs/toolkit';
import { isApiError } from '@dps/shared-contracts/client';

/** A call to which no answer came at all. */
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

/** Whether the server can be reached, as far as the browser and the last calls tell. */
export const connection = slice.reducer;
export const { connectionLost, connectionFound } = slice.actions;

export interface ConnectionState {
  connection: ReturnType<typeof connection>;
}
export const isConnectionLost = (state: ConnectionState): boolean => state.connection.lost;
