import { createSlice } from '@reduxjs/toolkit';
import { coreApi } from '@dps/shared-contracts/client';

const slice = createSlice({
  name: 'explicitSignOut',
  initialState: { isExplicit: false },
  reducers: {
    signedOutExplicitly: (state) => {
      state.isExplicit = true;
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(coreApi.endpoints.coreCurrentUser.matchFulfilled, (state, { payload }) => {
      if (payload) state.isExplicit = false;
    });
  },
});

/** Whether the user ended the last session: the next one then starts at the dashboard, not at the last page. */
export const explicitSignOut = slice.reducer;
export const { signedOutExplicitly } = slice.actions;

export interface ExplicitSignOutState {
  explicitSignOut: ReturnType<typeof explicitSignOut>;
}
export const hasSignedOutExplicitly = (state: ExplicitSignOutState): boolean =>
  state.explicitSignOut.isExplicit;
