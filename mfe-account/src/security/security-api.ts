import {
  paths,
  type AuthenticatorView,
  type PasswordBody,
  type RecoveryCodesView,
  type SecondFactorBody,
  type SecondFactorView,
  type SessionView,
} from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls of the security part, which load with it. */
export const securityApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  sessions: build.query<SessionView[], void>({
    query: () => ({ url: paths.sessions() }),
    // Other devices sign in and out without a message to this one.
    keepUnusedDataFor: 0,
  }),
  /** Ends the session with an id; null ends all but the current one. */
  endSessions: build.mutation<void, string | null>({
    query: (id) => ({ url: id === null ? paths.sessions() : paths.session(id), method: 'DELETE' }),
  }),
  secondFactor: build.query<SecondFactorView, void>({
    query: () => ({ url: paths.secondFactor() }),
    keepUnusedDataFor: 0,
  }),
  startSecondFactor: build.mutation<AuthenticatorView, void>({
    query: () => ({ url: paths.secondFactor(), method: 'POST' }),
  }),
  confirmSecondFactor: build.mutation<RecoveryCodesView, SecondFactorBody>({
    query: (body) => ({ url: paths.secondFactor(), method: 'PUT', body }),
  }),
  removeSecondFactor: build.mutation<void, void>({
    query: () => ({ url: paths.secondFactor(), method: 'DELETE' }),
  }),
  changePassword: build.mutation<void, PasswordBody>({
    query: (body) => ({ url: paths.password(), method: 'PUT', body }),
  }),
}));
