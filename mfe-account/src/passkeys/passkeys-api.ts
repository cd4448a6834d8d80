import {
  paths,
  type NewCredential,
  type NewPasskeyView,
  type PasskeyCreationView,
  type PasskeyView,
} from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls of the passkeys of a user. */
export const passkeysApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  passkeys: build.query<PasskeyView[], void>({
    query: () => ({ url: paths.passkeys() }),
    keepUnusedDataFor: 0,
  }),
  startPasskey: build.mutation<PasskeyCreationView, void>({
    query: () => ({ url: paths.passkeyCreation(), method: 'POST' }),
  }),
  addPasskey: build.mutation<NewPasskeyView, NewCredential>({
    query: (credential) => ({ url: paths.passkeys(), method: 'POST', body: { credential } }),
  }),
  renamePasskey: build.mutation<PasskeyView, Pick<PasskeyView, 'id' | 'name'>>({
    query: ({ id, name }) => ({ url: paths.passkey(id), method: 'PUT', body: { name } }),
  }),
  removePasskey: build.mutation<void, number>({
    query: (id) => ({ url: paths.passkey(id), method: 'DELETE' }),
  }),
}));
