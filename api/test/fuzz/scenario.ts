import { paths, type JobStatus, type Role } from '@dps/contract';
import { Job } from '../../src/modules/jobs/job.entity.ts';
import { User } from '../../src/modules/users/user.entity.ts';
import { TestClient } from '../support/client.ts';
import { storeDeliverable } from '../support/deliverables.ts';
import { recordWithEvidence } from '../support/evidence.ts';
import { upload } from '../support/files.ts';
import { SMALL_PDF, type Identity } from './calls.ts';
import { openPayment } from '../support/payments.ts';
import { storeExport } from '../support/personal-data.ts';
import { addPasskey, storeChallenge, type SoftwarePasskey } from '../support/passkey.ts';
import { startSecondFactor } from '../support/second-factor.ts';
import {
  createConfirmationToken,
  createFeed,
  createResetToken,
  createUndoToken,
  createUnsubscribeToken,
  reportTokenOf,
  tokenOf,
} from '../support/users.ts';
import type { FuzzServer } from './fuzz-server.ts';

export interface ScenarioUser {
  id: number;
  role: Role;
  username: string;
  email: string;
  client: TestClient;
  /** The secret of a second factor that no code has confirmed, in base32. */
  secret: string;
  /** The latest passkey. */
  passkeyId?: number;
}
type Name = 'owner' | 'pilot' | 'other client' | 'other pilot' | 'newcomer';

/** The state of a job by the latest answer. */
export interface ScenarioJob {
  id: number;
  status: JobStatus;
  clientId: number;
  pilotId: number | null;
  attachmentId: number | null;
  /** The latest deliverable or upload. */
  deliverableId: number | null;
  /** The latest flight record with a track. */
  recordId: number | null;
  intent: string | null;
}

type JobRow = Pick<ScenarioJob, 'id' | 'status' | 'clientId' | 'pilotId'>;

function newJob({ id, status, clientId, pilotId }: JobRow): ScenarioJob {
  return {
    id,
    status,
    clientId,
    pilotId,
    attachmentId: null,
    deliverableId: null,
    recordId: null,
    intent: null,
  };
}

const USERS: readonly [Name, Role][] = [
  ['owner', 'client'],
  ['pilot', 'pilot'],
  ['other client', 'client'],
  ['other pilot', 'pilot'],
  // Without jobs, so that the account can be deleted.
  ['newcomer', 'client'],
];

/** Jobs in every status, with owner and pilot. */
const JOBS: readonly {
  owner: Name;
  pilot: Name | null;
  status: JobStatus;
  extra?: 'attachment' | 'deliverable' | 'upload' | 'flight' | 'payment';
}[] = [
  { owner: 'owner', pilot: null, status: 'pending' },
  { owner: 'owner', pilot: null, status: 'pending' },
  { owner: 'owner', pilot: 'pilot', status: 'pending' },
  { owner: 'owner', pilot: 'pilot', status: 'in-progress', extra: 'attachment' },
  { owner: 'owner', pilot: 'pilot', status: 'in-progress', extra: 'flight' },
  { owner: 'owner', pilot: 'pilot', status: 'in-progress', extra: 'upload' },
  { owner: 'owner', pilot: 'pilot', status: 'review', extra: 'deliverable' },
  { owner: 'owner', pilot: 'pilot', status: 'completed', extra: 'payment' },
  { owner: 'owner', pilot: 'pilot', status: 'completed', extra: 'upload' },
  { owner: 'owner', pilot: 'pilot', status: 'paid' },
  { owner: 'other client', pilot: 'other pilot', status: 'in-progress' },
];

/** The value of all challenges, and the cookie of the browser that has requested one to sign in. */
export const CHALLENGE = 'A'.repeat(43);
const PASSKEY_TOKEN = 'B'.repeat(43);

/** Paths at which a successful request ends its session. */
const SESSION_ENDS: ReadonlySet<string> = new Set([paths.login(), paths.passkeyLogin(), paths.logout()]);

let scenarioCount = 0;

async function createUsers(server: FuzzServer): Promise<Record<Name, ScenarioUser>> {
  scenarioCount += 1;
  const users = server.dataSource.getRepository(User);
  const rows = USERS.map(([name, role]) => {
    const username = `${name.replace(' ', '-')}-${scenarioCount}`;
    const email = `${username}@example.com`;
    return users.create({
      username,
      email,
      role,
      name,
      passwordHash: server.passwordHash,
      profileImage: null,
      emailConfirmedAt: new Date(),
      pendingEmail: null,
    });
  });
  await users.insert(rows);
  const created = rows.map(async ({ id, role, username, email }) => {
    const client = new TestClient(server, await server.openSession(id));
    return { id, role, username, email, client, secret: await startSecondFactor({ client }) };
  });
  const [owner, pilot, otherClient, otherPilot, newcomer] = await Promise.all(created);
  if (!owner || !pilot || !otherClient || !otherPilot || !newcomer) throw new Error('A user is missing');
  return { owner, pilot, 'other client': otherClient, 'other pilot': otherPilot, newcomer };
}

async function createJobs(server: FuzzServer, users: Record<Name, ScenarioUser>): Promise<ScenarioJob[]> {
  const jobs = server.dataSource.getRepository(Job);
  const rows = JOBS.map(({ owner, pilot, status }) =>
    jobs.create({
      title: `A job ${status}`,
      description: 'Flat roof.',
      surveyType: 'Mapping',
      location: 'Baltimore, MD',
      budgetCents: 145_050,
      deadline: new Date('2030-06-30'),
      deadlineHasTime: false,
      status,
      clientId: users[owner].id,
      pilotId: pilot && users[pilot].id,
    }),
  );
  await jobs.insert(rows);
  return rows.map(newJob);
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The users and jobs of one run, kept up to date from the answers. */
export class Scenario {
  /** The secret part of the latest calendar address. */
  feedToken = '';
  /** The secret part of the latest link to a report. */
  reportToken = '';
  /** The token of a link to a new password, of the other client. */
  resetToken = '';
  /** The token of a link that undoes a change of the address of the other client. */
  undoToken = '';
  /** The tokens of links that confirm the addresses of their users, by id of the user. */
  readonly confirmationTokens = new Map<number, string>();
  /** The secret part of the address in the header of a mail. */
  unsubscribeToken = '';

  private constructor(
    readonly server: FuzzServer,
    readonly users: Record<Name, ScenarioUser>,
    readonly jobs: ScenarioJob[],
    private readonly expired: TestClient,
    /** A passkey of the pilot. */
    readonly passkey: SoftwarePasskey,
  ) {}

  static async create(server: FuzzServer): Promise<Scenario> {
    const users = await createUsers(server);
    const cookie = await server.openSession(users.owner.id);
    const { pilot } = users;
    const { software, passkey } = await addPasskey({ user: pilot, client: pilot.client });
    pilot.passkeyId = passkey.id;
    const scenario = new Scenario(
      server,
      users,
      await createJobs(server, users),
      new TestClient(server, cookie),
      software,
    );
    await scenario.addDetails();
    return scenario;
  }

  client(identity: Identity): TestClient {
    if (identity === 'anonymous') return new TestClient(this.server, `dps_passkey=${PASSKEY_TOKEN}`);
    if (identity === 'forged') return new TestClient(this.server, `dps_session=${'A'.repeat(43)}`);
    return identity === 'expired' ? this.expired : this.users[identity].client;
  }

  user(identity: Identity): ScenarioUser | undefined {
    return identity === 'anonymous' || identity === 'forged' || identity === 'expired'
      ? undefined
      : this.users[identity];
  }

  /** Stores the challenges that a call uses up. */
  async prepare(identity: Identity, path: string): Promise<void> {
    const challenge = CHALLENGE;
    const token = this.user(identity)?.client.cookie?.split('=')[1];
    if (path === paths.passkeyLogin())
      await storeChallenge(this.server, 'sign-in', { token: PASSKEY_TOKEN, challenge });
    if (path === paths.passkeys() && token)
      await storeChallenge(this.server, 'new-passkey', { token, challenge });
  }

  /** Updates the scenario after a success: opens a new session if the call ended one, and stores changes of jobs. */
  async recordAnswer(identity: Identity, path: string, answer: unknown): Promise<void> {
    const user = this.user(identity);
    if (user && (SESSION_ENDS.has(path) || path.startsWith(`${paths.sessions()}/`))) {
      user.client = new TestClient(this.server, await this.server.openSession(user.id));
    }
    if (path === paths.passwordReset()) await this.addResetToken();
    const passkeyId = field(field(answer, 'passkey'), 'id');
    if (user && typeof passkeyId === 'number') user.passkeyId = passkeyId;
    if (path === paths.emailUndo()) await this.addUndoToken();
    if (path === paths.emailConfirmation() && user) await this.addConfirmationToken(user);
    const secret = field(answer, 'secret');
    if (user && typeof secret === 'string') user.secret = secret;
    else this.updateFromAnswer(path, answer);
  }

  /** Replaces the used token, and the sessions that its use has ended. */
  private async addResetToken(): Promise<void> {
    const user = this.users['other client'];
    user.client = new TestClient(this.server, await this.server.openSession(user.id));
    this.resetToken = await createResetToken(this.server, user.id);
  }

  /** Replaces the used token, and the sessions that its use has ended. */
  private async addUndoToken(): Promise<void> {
    const user = this.users['other client'];
    user.client = new TestClient(this.server, await this.server.openSession(user.id));
    this.undoToken = await createUndoToken(this.server, user, `changed.${user.email}`);
  }

  /** Replaces the used token. */
  private async addConfirmationToken(user: ScenarioUser): Promise<void> {
    this.confirmationTokens.set(user.id, await createConfirmationToken(this.server, user));
  }

  private updateFromAnswer(path: string, answer: unknown): void {
    const id = field(answer, 'id');
    const address = field(answer, 'address');
    if (typeof address === 'string') {
      if (address.endsWith('.ics')) this.feedToken = tokenOf(address);
      else this.reportToken = reportTokenOf(address);
    }
    const jobId = field(answer, 'jobId') ?? /^\/api\/jobs\/(\d+)\//.exec(path)?.[1];
    const job = this.jobs.find((each) => each.id === Number(jobId));
    const secret = field(answer, 'clientSecret');
    if (job && typeof secret === 'string') job.intent = secret.split('_secret_')[0] ?? null;
    if (job && typeof id === 'number' && field(answer, 'fileName')) {
      job[field(answer, 'receivedBytes') === undefined ? 'attachmentId' : 'deliverableId'] = id;
    }
    if (job && typeof id === 'number' && field(answer, 'evidence')) job.recordId = id;
    if (typeof id === 'number' && field(answer, 'surveyType')) this.updateJob(id, Object(answer));
  }

  private updateJob(id: number, view: Omit<JobRow, 'id'>): void {
    const { status, clientId, pilotId } = view;
    const known = this.jobs.find((job) => job.id === id);
    if (known) Object.assign(known, { status, clientId, pilotId });
    else this.jobs.push(newJob({ ...view, id }));
  }

  /** Adds an attachment, a flight with a track, payments without an event, and an expired session. */
  private async addDetails(): Promise<void> {
    const { owner, pilot } = this.users;
    this.feedToken = await createFeed(pilot);
    await this.addResetToken();
    for (const user of Object.values(this.users)) await this.addConfirmationToken(user);
    await this.addUndoToken();
    this.unsubscribeToken = await createUnsubscribeToken(this.server, pilot.id);
    for (const { id } of [owner, pilot]) await storeExport(this.server, id);
    await this.server.dataSource.query(
      `UPDATE sessions SET expires_at = now() WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
      [this.expired.cookie?.split('=')[1]],
    );
    for (const [index, { extra }] of JOBS.entries()) {
      const job = this.jobs[index];
      if (!job || !extra) continue;
      if (extra === 'payment') {
        job.intent = await openPayment(owner, job.id);
        await this.server.payByCard(job.intent);
      } else if (extra === 'upload') {
        const file = { fileName: 'plan.pdf', fileSize: SMALL_PDF.length, lastModified: 1 };
        const path = paths.deliverables(job.id);
        this.updateFromAnswer(path, (await pilot.client.post(path, file)).body);
      } else if (extra === 'deliverable') {
        const delivered = { jobId: job.id, pilotId: pilot.id, completed: true };
        job.deliverableId = await storeDeliverable(this.server, delivered);
      } else {
        const [path, answer] =
          extra === 'flight'
            ? [
                paths.flightRecords(),
                await pilot.client.post(paths.flightRecords(), recordWithEvidence(job.id)),
              ]
            : [paths.attachments(job.id), await owner.client.post(paths.attachments(job.id), upload())];
        this.updateFromAnswer(path, answer.body);
      }
    }
  }
}
