import { createSlice } from '@reduxjs/toolkit';
import { coreApi } from '@dps/shared-contracts/client';

const slice = createSlice({
  name: 'departure',
  initialState: { onPurpose: false },
  reducers: {
    departed: (state) => {
      state.onPurpose = true;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(coreApi.endpoints.coreCurrentUser.matchFulfilled, (state, { payload }) => {
      if (payload) state.onPurpose = false;
    });
  },
});

/** Whether the last session was ended by its user: the next one then begins at the dashboard, not at their last page. */
export const departure = slice.reducer;
export const { departed } = slice.actions;

export interface DepartureState {
  departure: ReturnType<typeof departure>;
}
export const leftOnPurpose = (state: DepartureState): boolean => state.departure.onPurpose;
