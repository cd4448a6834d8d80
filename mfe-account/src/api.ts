import {
  parseUser,
  paths,
  type PlaceView,
  type ProfileBody,
  type ProfileImageBody,
  type SignupBody,
  type UserView,
} from '@dps/contract';
import { baseApi, coreApi, moduleEndpoints } from '@dps/contract/client';

const storeUser = (user: UserView) => coreApi.util.upsertQueryData('coreCurrentUser', undefined, user);
/** The open jobs have distances from the base of the user. */
const refetchUser = () => baseApi.util.invalidateTags(['CurrentUser', 'AvailableJobs']);

interface UserCall {
  dispatch: (action: ReturnType<typeof storeUser> | ReturnType<typeof refetchUser>) => unknown;
  queryFulfilled: Promise<{ data: UserView }>;
}

/** Stores the user of a response as the current user, and refetches it. */
async function updateCurrentUser(_body: unknown, { dispatch, queryFulfilled }: UserCall): Promise<void> {
  const response = await queryFulfilled.catch(() => null);
  if (!response) return;
  await dispatch(storeUser(response.data));
  dispatch(refetchUser());
}

/** The calls of this module. Login and logout are in the contract. */
export const accountApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  signup: build.mutation<UserView, SignupBody>({
    query: (body) => ({ url: paths.signup(), method: 'POST', body }),
  }),
  /** The towns whose names begin with a text. */
  towns: build.query<PlaceView[], string>({
    query: (search) => ({ url: `${paths.towns()}?${new URLSearchParams({ search })}` }),
    keepUnusedDataFor: 60,
  }),
  updateProfile: build.mutation<UserView, ProfileBody>({
    query: (body) => ({ url: paths.profile(), method: 'PUT', body }),
    transformResponse: parseUser<UserView>,
    onQueryStarted: updateCurrentUser,
  }),
  uploadImage: build.mutation<UserView, ProfileImageBody>({
    query: (body) => ({ url: paths.profileImage(), method: 'POST', body }),
    transformResponse: parseUser<UserView>,
    onQueryStarted: updateCurrentUser,
  }),
}));
