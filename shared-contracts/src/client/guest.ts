import type { LoginBody } from '../schemas/user.ts';
import type { ApiError } from './api-error.ts';

export { errorText, isApiError, isUnauthenticated, sessionNotKept, type ApiError } from './api-error.ts';
export { readDeployment } from './deployment.ts';
export { repeatable, retryReads } from './hanging-reads.ts';
// For the shell alone: a module's copy would have no effect.
export { receiveFailures, reportFailure } from './report-failure.ts';
export { send, sessionCalls } from './send.ts';
export { WidgetHost, type WidgetName, type WidgetProps, type WidgetRequest } from './widget.tsx';

/** Signs in and opens the page that required the session. Resolves with the error of the call, if any. */
export type SignIn = (body: LoginBody) => Promise<{ error?: ApiError }>;

/** Props that the shell passes to pages for signed-out users. Shells before 1.1.0 pass none. */
export interface GuestPageProps {
  signIn?: SignIn;
  /** Opens the page that required the session, after the page has signed in itself. Earlier shells do not pass it. */
  onSignedIn?: () => Promise<void>;
}
