import { randomUUID } from 'node:crypto';
import { nextStatus, type FilePurpose, type PermissionName } from '@dps/contract';
import type { Method } from '../support/client.ts';
import { PDF, png, upload } from '../support/files.ts';
import { jobBody } from '../support/jobs.ts';
import { signatureOf } from '../support/payments.ts';
import { SoftwarePasskey } from '../support/passkey.ts';
import { codeOf } from '../support/second-factor.ts';
import { PASSWORD, sessionIdOf, signupOf, type TestUser } from '../support/users.ts';
import { ACTORS, STAGES, statusOf, type Stage, type Subject } from './rules.ts';
import type { StagedJob, World } from './world.ts';

/** The valid request of a call: path parameters, body and headers. */
export interface Request {
  parameters?: Readonly<Record<string, number | string>>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The data from which a recipe builds its request. */
export interface RequestContext {
  world: World;
  /** The user who calls; for an identity without a session, a permitted user. */
  caller: TestUser;
}

/** A valid call of a route for one of its uses. */
export interface Recipe {
  method: Method;
  /** The path pattern of the route table. */
  url: string;
  /** The permission that the route declares. */
  declares: PermissionName;
  /** The permissions that cover this use of the route; any one is enough. */
  requires: readonly PermissionName[];
  /**
   * The SQL statements of an allowed call, including those for the session and the rate limit, BEGIN and COMMIT. Null if the
   * call sends some after its response.
   */
  statements: number | null;
  subjects: readonly Subject[];
  request: (context: RequestContext, subject: Subject) => Request | Promise<Request>;
}

const SESSION: readonly Subject[] = [{ kind: 'session' }];
const ACCOUNTS = ACTORS.map((actor): Subject => ({ kind: 'account', actor }));
const JOBS = STAGES.map((stage): Subject => ({ kind: 'job', stage }));

/** A call whose only subject is the caller's session. */
function ofSession(
  method: Method,
  url: string,
  permission: PermissionName,
  statements: number | null,
  request: (context: RequestContext) => Request | Promise<Request> = () => ({}),
): Recipe {
  return {
    method,
    url,
    declares: permission,
    requires: [permission],
    statements,
    subjects: SESSION,
    request,
  };
}

/** A call with the id of an account in its path. */
function ofAccount(method: Method, url: string, permission: PermissionName, statements: number): Recipe {
  const request = ({ world }: RequestContext, subject: Subject) =>
    subject.kind === 'account' ? { parameters: { id: world.users[subject.actor].user.id } } : {};
  return {
    method,
    url,
    declares: permission,
    requires: [permission],
    statements,
    subjects: ACCOUNTS,
    request,
  };
}

/** A call with the id of a passkey in its path. */
function ofPasskey(method: Method, statements: number, body?: object): Recipe {
  return {
    ...ofAccount(method, '/api/user/passkeys/:id', 'user.change-passkey', statements),
    request: ({ world }, subject) => {
      if (subject.kind !== 'account') return {};
      const { id } = world.passkeys.get(world.users[subject.actor].user.id) ?? {};
      return { parameters: { id: id ?? 0 }, body };
    },
  };
}

type JobRequest = (job: StagedJob, stage: Stage, context: RequestContext) => Request;

/** A call with the id of a job in its path, unless the request sets other parameters. */
function ofJob(
  method: Method,
  url: string,
  permission: PermissionName,
  statements: number,
  request: JobRequest = () => ({}),
): Recipe {
  return {
    method,
    url,
    declares: permission,
    requires: [permission],
    statements,
    subjects: JOBS,
    request: (context, subject) => {
      if (subject.kind !== 'job') return {};
      const job = context.world.jobs[subject.stage];
      return { parameters: { id: job.id }, ...request(job, subject.stage, context) };
    },
  };
}

/** One use of a route that accepts different fields from different users. */
function partOf(recipe: Recipe, requires: readonly PermissionName[]): Recipe {
  return { ...recipe, requires };
}

function signedEvent(): Request {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'account.updated', data: { object: {} } });
  return { body, headers: { 'stripe-signature': signatureOf(body, Math.floor(Date.now() / 1000)) } };
}

async function newImage(): Promise<Request> {
  const image = await png(4, 4);
  return { body: { imageData: `data:image/png;base64,${image.toString('base64')}` } };
}

const { uploadedBy: _uploadedBy, ...newFile } = upload();
const editing = () => ({ body: jobBody({ title: 'New title', budget: 2000 }) });
const settingProgress = () => ({ body: { progress: 55 } });
const declaringPaid = () => ({ body: { status: 'paid' } });

/** The next status of the job. If only a payment follows, the status that the job already has. */
const advancing: JobRequest = (_job, stage) => {
  const next = nextStatus(statusOf(stage)) ?? 'paid';
  return { body: { status: next === 'paid' ? 'completed' : next } };
};

const ANY_JOB = '/api/jobs/:id';
const ANY_ATTACHMENT = `${ANY_JOB}/attachments/:attachmentId`;
const DELIVERABLES = `${ANY_JOB}/deliverables`;
const QUESTIONS = `${ANY_JOB}/questions`;
const THREAD = `${ANY_JOB}/threads/:pilotId`;
const UPLOADS = `${ANY_JOB}/uploads`;
const startingUpload = (purpose: Exclude<FilePurpose, 'flight-log'>) => () => ({
  body: { purpose, fileName: 'site-plan.pdf', fileSize: 15, lastModified: 1_900_000_000_000 },
});
const startingLogUpload: JobRequest = ({ bareId: recordId }) => ({
  body: {
    purpose: 'flight-log',
    recordId,
    fileName: 'flight.csv',
    fileSize: 15,
    lastModified: 1_900_000_000_000,
  },
});
const theAttachment: JobRequest = ({ id, attachmentId }) => ({ parameters: { id, attachmentId } });
const theUpload: JobRequest = ({ id, uploadId }) => ({ parameters: { id, uploadId } });
const theDeliverable: JobRequest = (_job, stage, { world }) => {
  const { id, deliverableId } = world.flownJobs[stage];
  return { parameters: { id, deliverableId } };
};

const theThread: JobRequest = (_job, stage, { world, caller: { user } }) => {
  const { id, messages, sentFileId } = world.flownJobs[stage];
  const messageId = messages[user.role === 'client' ? 'pilot' : 'client'];
  return {
    parameters: { id, pilotId: world.users['assigned pilot'].user.id, messageId, fileId: sentFileId },
  };
};
/** A call of a thread, with a body. */
const inThread =
  (body: object): JobRequest =>
  (...context) => ({ ...theThread(...context), body });
const startingMessageUpload: JobRequest = (...context) => ({
  ...theThread(...context),
  ...startingUpload('message')(),
});

/** Recipes for every route of the API. */
export const RECIPES: readonly Recipe[] = [
  ofSession('GET', '/api/health/live', 'health.read', 0),
  ofSession('GET', '/api/health/ready', 'health.read', 1),
  ofSession('POST', '/api/telemetry', 'telemetry.report', 0, () => ({
    body: { loads: [{ module: 'jobs', version: '1.2.0', outcome: 'loaded', ms: 120, count: 1 }] },
  })),
  ofSession('POST', '/api/auth/login', 'auth.login', 24, ({ world }) => {
    const { id, username } = world.users['other client'].user;
    return { body: { username, password: PASSWORD, code: world.passkeys.get(id)?.recoveryCode } };
  }),
  ofSession('POST', '/api/auth/passkey/challenge', 'auth.request-passkey', 2),
  ofSession('POST', '/api/auth/passkey', 'auth.login-with-passkey', 11, ({ world, caller }) => {
    const { challenge, browser } = world.passkeySignIn;
    return {
      body: { passkey: world.passkeys.get(caller.user.id)?.software.sign(challenge) },
      headers: { cookie: browser.cookie ?? '' },
    };
  }),
  ofSession('POST', '/api/auth/signup', 'auth.signup', 7, () => ({ body: signupOf('pilot') })),
  ofSession('GET', '/api/auth/common-passwords', 'auth.read-common-passwords', 1),
  ofSession('POST', '/api/auth/password-reset', 'auth.request-reset', 6, () => ({
    // The limit of mails to one address does not stop the call.
    body: { email: `${randomUUID()}@example.com` },
  })),
  ofSession('PUT', '/api/auth/password-reset', 'auth.reset-password', 15, ({ world }) => ({
    body: { token: world.resetToken, newPassword: 'battery staple' },
  })),
  ofSession('POST', '/api/auth/email-undo', 'auth.undo-email-change', 28, ({ world }) => ({
    body: { token: world.undoToken, newPassword: 'battery staple' },
  })),
  ofSession('POST', '/api/auth/email-confirmation', 'auth.confirm-email', 7, ({ world, caller }) => ({
    body: { token: world.confirmationTokens.get(caller.user.id) },
  })),
  ofSession('POST', '/api/auth/logout', 'auth.logout', 3),
  ofSession('GET', '/api/user/current', 'user.read-current', 2),
  ofSession('PUT', '/api/user/profile', 'user.update-profile', 15, () => ({
    // The limit of mails to one address does not stop the call.
    body: { name: 'New name', email: `${randomUUID()}@example.com` },
  })),
  ofSession('POST', '/api/user/email/confirmation', 'user.send-confirmation', 4),
  ofSession('DELETE', '/api/user/email/pending', 'user.cancel-email-change', 5),
  ofSession('POST', '/api/user/profile-image', 'user.update-image', 4, newImage),
  ofSession('PUT', '/api/user/password', 'user.change-password', 17, () => ({
    body: { currentPassword: 'correct horse', newPassword: 'battery staple' },
  })),
  ofSession('GET', '/api/user/sessions', 'user.read-sessions', 2),
  ofSession('DELETE', '/api/user/sessions', 'user.end-other-sessions', 4),
  {
    ...ofAccount('DELETE', '/api/user/sessions/:id', 'user.end-session', 4),
    request: ({ world }, subject) =>
      subject.kind === 'account'
        ? { parameters: { id: sessionIdOf(world.users[subject.actor].client) } }
        : {},
  },
  ofSession('GET', '/api/user/second-factor', 'user.read-second-factor', 2),
  ofSession('POST', '/api/user/second-factor', 'user.change-second-factor', 4),
  ofSession('PUT', '/api/user/second-factor', 'user.confirm-second-factor', 11, ({ world, caller }) => ({
    body: { code: codeOf(world.secrets.get(caller.user.id)) },
  })),
  ofSession('DELETE', '/api/user/second-factor', 'user.change-second-factor', 7),
  ofSession('GET', '/api/user/export', 'user.read-export', 2),
  ofSession('POST', '/api/user/export', 'user.request-export', 10),
  ofSession('GET', '/api/user/export/file', 'user.download-export', 6),
  ofSession('GET', '/api/user/deletion', 'user.read-deletion', 3),
  ofSession('POST', '/api/user/deletion', 'user.request-deletion', 12, ({ caller }) => ({
    body: { username: caller.user.username },
  })),
  ofSession('DELETE', '/api/user/deletion', 'user.keep-account', 6),
  ofSession('GET', '/api/user/passkeys', 'user.read-passkeys', 2),
  ofSession('POST', '/api/user/passkeys/challenge', 'user.start-passkey', 5),
  ofSession('POST', '/api/user/passkeys', 'user.add-passkey', 10, ({ world, caller: { user } }) => ({
    body: new SoftwarePasskey(user.id).create(world.passkeys.get(user.id)?.challenge ?? ''),
  })),
  ofPasskey('PUT', 7, { name: 'My phone' }),
  ofPasskey('DELETE', 10),
  ofSession('GET', '/api/user/quotas', 'user.read-quotas', 3),
  ofSession('GET', '/api/user/mail', 'mail.read', 2),
  ofSession('PUT', '/api/user/mail', 'mail.set', 4, () => ({ body: { off: ['job-paid'] } })),
  ofSession('POST', '/api/mail/unsubscribe/:token', 'mail.unsubscribe', 2, ({ world }) => ({
    parameters: { token: `${world.unsubscribeToken}?topic=job-paid` },
  })),
  ofSession('GET', '/api/user/calendar', 'calendar.read', 2),
  ofSession('PUT', '/api/user/calendar', 'calendar.set-address', 3),
  ofSession('POST', '/api/user/calendar', 'calendar.set-address', 3),
  ofSession('GET', '/api/calendar/:token.ics', 'calendar.read-feed', 3, ({ world }) => ({
    parameters: { token: world.feedToken },
  })),
  ofSession('GET', '/api/reports/:token', 'reports.read-shared', 4, ({ world }) => ({
    parameters: { token: world.reportToken },
  })),
  ofSession('GET', '/api/towns', 'towns.search', 2),
  ofSession('GET', '/api/events', 'events.read', null),
  ofSession('GET', '/api/threads', 'threads.list', 2),
  ofSession('GET', '/api/threads/unread', 'threads.list', 2),
  ofSession('GET', '/api/payments', 'payments.list', 2),
  ofSession('GET', '/api/payouts', 'payouts.read', 2),
  ofSession('GET', '/api/payouts/balance', 'payouts.read', 2),
  ofSession('GET', '/api/payout-account', 'payout-account.read', 2),
  ofSession('POST', '/api/payout-account/link', 'payout-account.set-up', 6),
  ofSession('POST', '/api/payout-account/check', 'payout-account.set-up', 4),
  ofSession('POST', '/api/payments/webhook', 'payments.webhook', 2, signedEvent),

  ofAccount('GET', '/api/jobs/pilot/:id', 'jobs.list-for-pilot', 2),
  ofAccount('GET', '/api/jobs/client/:id', 'jobs.list-for-client', 2),
  ofAccount('GET', '/api/flight-data/pilot/:id', 'flight-records.list', 2),

  ofAccount('GET', '/api/pilots/:id', 'pilots.read', 2),

  ofSession('GET', '/api/jobs/available', 'jobs.list-available', 2),
  ofSession('GET', '/api/jobs/available/facets', 'jobs.list-available', 2),
  ofSession('POST', '/api/jobs', 'jobs.create', 9, () => ({ body: jobBody() })),
  ofJob('GET', ANY_JOB, 'jobs.read', 2),
  partOf(ofJob('PUT', ANY_JOB, 'jobs.update', 9, editing), ['jobs.edit']),
  partOf(ofJob('PUT', ANY_JOB, 'jobs.update', 9, settingProgress), ['jobs.set-progress']),
  partOf(ofJob('PATCH', ANY_JOB, 'jobs.set-status', 8, advancing), ['jobs.advance']),
  partOf(ofJob('PATCH', ANY_JOB, 'jobs.set-status', 21, declaringPaid), [
    'jobs.record-manual-payment',
    'jobs.declare-paid',
  ]),
  ofJob('GET', `${ANY_JOB}/events`, 'jobs.read-history', 3),
  ofJob('DELETE', ANY_JOB, 'jobs.delete', 8),
  ofJob('POST', `${ANY_JOB}/assign`, 'jobs.accept', 13, (_job, _stage, { caller }) => ({
    body: { pilotId: caller.user.id },
  })),
  partOf(
    ofJob('POST', `${ANY_JOB}/release`, 'jobs.release', 12, (_job, stage, { world }) => ({
      parameters: { id: world.overdueJobs[stage].id },
      body: { reason: 'The drone is damaged.' },
    })),
    ['jobs.release', 'jobs.withdraw', 'jobs.end'],
  ),
  ofJob('POST', `${ANY_JOB}/end-request`, 'jobs.end', 11, () => ({ body: { reason: 'The site is sold.' } })),
  ofJob('POST', `${ANY_JOB}/end-request/decision`, 'jobs.decide-end', 11, (_job, stage, { world }) => ({
    parameters: { id: world.endingJobs[stage].id },
    body: { consent: false },
  })),
  ofJob('POST', `${ANY_JOB}/take-back`, 'jobs.take-back', 9, (_job, stage, { world }) => ({
    parameters: { id: world.unopenedJobs[stage].id },
  })),
  ofJob('POST', `${ANY_JOB}/request-changes`, 'jobs.request-changes', 15, () => ({
    body: { comment: 'The west side is missing.' },
  })),
  ofJob('POST', `${ANY_JOB}/attachments`, 'attachments.add', 19, () => ({ body: newFile })),
  ofJob('GET', ANY_ATTACHMENT, 'attachments.read', 7, theAttachment),
  ofJob('DELETE', ANY_ATTACHMENT, 'attachments.remove', 8, theAttachment),
  ofJob('GET', UPLOADS, 'messages.read', 3, theThread),
  partOf(ofJob('POST', UPLOADS, 'uploads.send', 12, startingUpload('attachment')), ['attachments.add']),
  partOf(ofJob('POST', UPLOADS, 'uploads.send', 13, startingUpload('deliverable')), ['deliverables.add']),
  partOf(ofJob('POST', UPLOADS, 'uploads.send', 12, startingLogUpload), ['flight-records.add']),
  partOf(ofJob('POST', UPLOADS, 'uploads.send', 12, startingMessageUpload), ['messages.attach']),
  partOf(
    ofJob('PUT', `${UPLOADS}/:uploadId/parts/:part`, 'uploads.send', 5, ({ id, uploadId }) => ({
      parameters: { id, uploadId, part: 1 },
      body: PDF,
    })),
    ['deliverables.add'],
  ),
  partOf(ofJob('POST', `${UPLOADS}/:uploadId/complete`, 'uploads.send', 12, theUpload), ['deliverables.add']),
  partOf(ofJob('DELETE', `${UPLOADS}/:uploadId`, 'uploads.send', 5, theUpload), ['deliverables.add']),
  ofJob('GET', `${ANY_JOB}/coverage`, 'coverage.read', 3, (_job, stage, { world }) => ({
    parameters: { id: world.flownJobs[stage].id },
  })),
  ofJob('GET', `${ANY_JOB}/report`, 'reports.read', 4),
  ofJob('POST', `${ANY_JOB}/report/link`, 'reports.share', 7),
  ofJob('DELETE', `${ANY_JOB}/report/link`, 'reports.share', 6),
  ofJob('GET', QUESTIONS, 'questions.read', 3),
  ofJob('POST', QUESTIONS, 'questions.ask', 11, () => ({ body: { text: 'Where is the gate?' } })),
  ofJob('PUT', `${QUESTIONS}/:questionId/answer`, 'questions.answer', 11, ({ id, questionId }) => ({
    parameters: { id, questionId },
    body: { text: 'On the north side.' },
  })),
  ofJob('POST', `${QUESTIONS}/:questionId/report`, 'questions.report', 8, ({ id, questionId }) => ({
    parameters: { id, questionId },
    body: { part: 'question', reason: 'Rude.' },
  })),
  ofJob('GET', THREAD, 'messages.read', 2, theThread),
  ofJob('GET', `${THREAD}/messages`, 'messages.read', 2, theThread),
  ofJob('POST', `${THREAD}/messages`, 'messages.send', 7, inThread({ text: 'Where is the gate?' })),
  ofJob('POST', `${THREAD}/read`, 'messages.mark-read', 7, inThread({ upTo: 2_000_000_000 })),
  ofJob('PUT', `${THREAD}/block`, 'threads.block', 7, inThread({ blocked: true })),
  ofJob('POST', `${THREAD}/messages/:messageId/report`, 'messages.report', 8, inThread({ reason: 'Rude.' })),
  ofJob('GET', `${THREAD}/files/:fileId`, 'messages.read', 7, theThread),
  ofJob('GET', DELIVERABLES, 'deliverables.read', 3, theDeliverable),
  ofJob('GET', `${DELIVERABLES}/:deliverableId`, 'deliverables.read', 7, theDeliverable),
  ofJob('GET', `${DELIVERABLES}/:deliverableId/preview`, 'deliverables.read', 3, theDeliverable),
  ofJob('DELETE', `${DELIVERABLES}/:deliverableId`, 'deliverables.remove', 8, theDeliverable),
  ofJob('POST', `${ANY_JOB}/create-payment`, 'payments.pay', 10),
  ofJob('POST', `${ANY_JOB}/confirm-payment`, 'payments.confirm', 25, (_job, stage, { world }) => {
    const { id, intentId } = world.payingJobs[stage];
    return { parameters: { id }, body: { paymentIntentId: intentId } };
  }),
  ofJob('GET', '/api/flight-data/:id/track', 'flight-records.read', 4, (_job, stage, { world }) => ({
    parameters: { id: world.flownJobs[stage].recordId },
  })),
  ofJob('GET', '/api/flight-data/:id/log', 'flight-records.read', 8, (_job, stage, { world }) => ({
    parameters: { id: world.flownJobs[stage].recordId },
  })),
  ofJob('POST', '/api/flight-data', 'flight-records.add', 9, ({ id }) => ({
    body: { jobId: id, flightNumber: 'FL-002', duration: 42 },
  })),
];
