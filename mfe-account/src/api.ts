import {
  paths,
  type LoginBody,
  type ProfileBody,
  type ProfileImageBody,
  type SignupBody,
  type UserView,
} from '@dps/shared-contracts';
import { baseApi, coreApi, moduleEndpoints } from '@dps/shared-contracts/client';

/** The calls of this module. */
export const accountApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** Stores who signed in as the current user, by which the shell leaves the sign-in page, and asks the server again. */
  login: build.mutation<UserView, LoginBody>({
    query: (body) => ({ url: paths.login(), method: 'POST', body }),
    onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
      const answer = await queryFulfilled.catch(() => null);
      if (!answer) return;
      await dispatch(coreApi.util.upsertQueryData('coreCurrentUser', undefined, answer.data));
      dispatch(baseApi.util.invalidateTags(['CurrentUser']));
    },
  }),
  signup: build.mutation<UserView, SignupBody>({
    query: (body) => ({ url: paths.signup(), method: 'POST', body }),
  }),
  updateProfile: build.mutation<UserView, ProfileBody>({
    query: (body) => ({ url: paths.profile(), method: 'PUT', body }),
    invalidatesTags: ['CurrentUser'],
  }),
  uploadImage: build.mutation<UserView, ProfileImageBody>({
    query: (body) => ({ url: paths.profileImage(), method: 'POST', body }),
    invalidatesTags: ['CurrentUser'],
  }),
}));
