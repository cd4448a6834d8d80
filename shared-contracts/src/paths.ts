/**
 * Paths of all API calls, for browser and server. The package exports this file as the namespace `paths`, of which a bundle
 * contains the used members only.
 */
export const currentUser = () => '/api/user/current';
export const profile = () => '/api/user/profile';
export const profileImage = () => '/api/user/profile-image';
export const password = () => '/api/user/password';
/** Sends the mail with the link again. */
export const sendConfirmation = () => '/api/user/email/confirmation';
export const pendingEmail = () => '/api/user/email/pending';
export const sessions = () => '/api/user/sessions';
export const session = (id: string) => `/api/user/sessions/${id}`;
export const secondFactor = () => '/api/user/second-factor';
export const quotas = () => '/api/user/quotas';
export const dataExport = () => '/api/user/export';
export const exportFile = () => '/api/user/export/file';
export const deletion = () => '/api/user/deletion';
export const passkeys = () => '/api/user/passkeys';
export const passkeyCreation = () => '/api/user/passkeys/challenge';
export const passkey = (id: number) => `/api/user/passkeys/${id}`;
export const passkeyChallenge = () => '/api/auth/passkey/challenge';
export const passkeyLogin = () => '/api/auth/passkey';
export const mailSettings = () => '/api/user/mail';
export const unsubscribe = (token: string) => `/api/mail/unsubscribe/${token}`;
export const calendar = () => '/api/user/calendar';
export const passwordReset = () => '/api/auth/password-reset';
export const emailUndo = () => '/api/auth/email-undo';
export const emailConfirmation = () => '/api/auth/email-confirmation';
export const login = () => '/api/auth/login';
export const signup = () => '/api/auth/signup';
/** Words for the strength of a new password, which the browser computes. */
export const commonPasswords = () => '/api/auth/common-passwords';
export const logout = () => '/api/auth/logout';
export const jobs = () => '/api/jobs';
export const availableJobs = () => '/api/jobs/available';
export const availableJobsFacets = () => '/api/jobs/available/facets';
export const pilotJobs = (pilotId: number) => `/api/jobs/pilot/${pilotId}`;
export const clientJobs = (clientId: number) => `/api/jobs/client/${clientId}`;
export const job = (id: number) => `/api/jobs/${id}`;
export const assignJob = (id: number) => `/api/jobs/${id}/assign`;
export const releaseJob = (id: number) => `/api/jobs/${id}/release`;
export const endRequest = (id: number) => `/api/jobs/${id}/end-request`;
export const endDecision = (id: number) => `/api/jobs/${id}/end-request/decision`;
export const takeBack = (id: number) => `/api/jobs/${id}/take-back`;
export const requestChanges = (id: number) => `/api/jobs/${id}/request-changes`;
export const jobEvents = (jobId: number) => `/api/jobs/${jobId}/events`;
export const attachments = (jobId: number) => `/api/jobs/${jobId}/attachments`;
export const attachment = (jobId: number, id: number) => `/api/jobs/${jobId}/attachments/${id}`;
export const uploads = (jobId: number) => `/api/jobs/${jobId}/uploads`;
export const upload = (jobId: number, id: number) => `/api/jobs/${jobId}/uploads/${id}`;
export const questions = (jobId: number) => `/api/jobs/${jobId}/questions`;
export const answer = (jobId: number, questionId: number) => `${questions(jobId)}/${questionId}/answer`;
export const questionReport = (jobId: number, questionId: number) =>
  `${questions(jobId)}/${questionId}/report`;
export const threads = () => '/api/threads';
export const unreadThreads = () => '/api/threads/unread';
/** The thread of a job's client with one of its pilots. */
export const thread = (jobId: number, pilotId: number) => `/api/jobs/${jobId}/threads/${pilotId}`;
export const messages = (jobId: number, pilotId: number) => `${thread(jobId, pilotId)}/messages`;
export const readMessages = (jobId: number, pilotId: number) => `${thread(jobId, pilotId)}/read`;
export const threadBlock = (jobId: number, pilotId: number) => `${thread(jobId, pilotId)}/block`;
export const messageReport = (jobId: number, pilotId: number, id: number) =>
  `${messages(jobId, pilotId)}/${id}/report`;
export const messageFile = (jobId: number, pilotId: number, id: number) =>
  `${thread(jobId, pilotId)}/files/${id}`;
export const towns = () => '/api/towns';
export const pilot = (id: number) => `/api/pilots/${id}`;
export const calendarFeed = (token: string) => `/api/calendar/${token}.ics`;
export const jobCoverage = (jobId: number) => `/api/jobs/${jobId}/coverage`;
export const jobReport = (jobId: number) => `/api/jobs/${jobId}/report`;
export const reportLink = (jobId: number) => `/api/jobs/${jobId}/report/link`;
export const sharedReport = (token: string) => `/api/reports/${token}`;
export const events = () => '/api/events';
/** Request header with the id of the user that the page shows. The session of another user is 409 `other_user`. */
export const PAGE_USER_HEADER = 'x-page-user';
/** Response header of `events` with the id of the user. A page of another user closes the stream. */
export const EVENTS_USER_HEADER = 'x-user-id';
export const payments = () => '/api/payments';
export const deliverables = (jobId: number) => `/api/jobs/${jobId}/deliverables`;
export const deliverable = (jobId: number, id: number) => `/api/jobs/${jobId}/deliverables/${id}`;
export const createPayment = (jobId: number) => `/api/jobs/${jobId}/create-payment`;
export const confirmPayment = (jobId: number) => `/api/jobs/${jobId}/confirm-payment`;
export const payouts = () => '/api/payouts';
export const payoutBalance = () => '/api/payouts/balance';
export const payoutAccount = () => '/api/payout-account';
export const payoutAccountLink = () => '/api/payout-account/link';
export const checkPayoutAccount = () => '/api/payout-account/check';
export const pilotFlightRecords = (pilotId: number) => `/api/flight-data/pilot/${pilotId}`;
export const flightRecords = () => '/api/flight-data';
export const flightLog = (recordId: number) => `/api/flight-data/${recordId}/log`;
export const flightTrack = (recordId: number) => `/api/flight-data/${recordId}/track`;
export const telemetry = () => '/api/telemetry';
export const paymentWebhook = () => '/api/payments/webhook';
/** Calls of the release service, which the gateway sends there instead of to the API. */
export const releases = () => '/api/releases';
export const rollbackRelease = () => '/api/releases/rollback';
export const live = () => '/api/health/live';
export const ready = () => '/api/health/ready';
