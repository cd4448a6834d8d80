import {
  parseUser,
  paths,
  type ProfileBody,
  type ProfileImageBody,
  type SignupBody,
  type UserView,
} from '@dps/shared-contracts';
import { baseApi, coreApi, moduleEndpoints } from '@dps/shared-contracts/client';

const storeUser = (user: UserView) => coreApi.util.upsertQueryData('coreCurrentUser', undefined, user);
const askAgain = () => baseApi.util.invalidateTags(['CurrentUser']);

interface UserCall {
  dispatch: (action: ReturnType<typeof storeUser> | ReturnType<typeof askAgain>) => unknown;
  queryFulfilled: Promise<{ data: UserView }>;
}

/** Shows the user that a call answers everywhere at once, and asks the server for them again. */
async function becomeCurrentUser(_body: unknown, { dispatch, queryFulfilled }: UserCall): Promise<void> {
  const answer = await queryFulfilled.catch(() => null);
  if (!answer) return;
  await dispatch(storeUser(answer.data));
  dispatch(askAgain());
}

/** The calls of this module; signing in is the contract's. */
export const accountApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  signup: build.mutation<UserView, SignupBody>({
    query: (body) => ({ url: paths.signup(), method: 'POST', body }),
  }),
  updateProfile: build.mutation<UserView, ProfileBody>({
    query: (body) => ({ url: paths.profile(), method: 'PUT', body }),
    transformResponse: parseUser<UserView>,
    onQueryStarted: becomeCurrentUser,
  }),
  uploadImage: build.mutation<UserView, ProfileImageBody>({
    query: (body) => ({ url: paths.profileImage(), method: 'POST', body }),
    transformResponse: parseUser<UserView>,
    onQueryStarted: becomeCurrentUser,
  }),
}));
