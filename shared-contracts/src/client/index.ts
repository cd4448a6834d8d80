export { errorText, isApiError, isUnauthenticated, toApiError, type ApiError } from './api-error.ts';
export { baseApi, setPageUser, SHARES, THREADS, UNREAD_MESSAGES } from './base-api.ts';
export { coreApi } from './core-api.ts';
// Modules that were built before the entry /module have it from here.
export { defineModule } from './define-module.ts';
export { readDeployment } from './deployment.ts';
export { changeJobAtOnce, jobChanges, useJobDraft, useLatestJob } from './job-changes.ts';
export { saveFile, type DownloadFile } from './save-file.ts';
export { moduleEndpoints } from './module-endpoints.ts';
export {
  hasUnsentFiles,
  keepCalls,
  showKeptCalls,
  useKeptCalls,
  type CallResult,
  type CallKeeper,
  type KeptCall,
} from './queued-calls.ts';
export { pauseUntilReauthenticated, type ReauthOutcome } from './refused-calls.ts';
export type { ApiRequest, CallFile, FileFacts } from './send.ts';
export { receiveFailures, reportFailure, type Failure } from './report-failure.ts';
export {
  useActor,
  useCurrentUser,
  useMyJobs,
  useSession,
  useSessionEnded,
  type SessionState,
} from './session.ts';
export { Widget, WidgetHost, type WidgetName, type WidgetProps, type WidgetRequest } from './widget.tsx';
