import { paths, type JobStatus, type Role } from '@dps/shared-contracts';
import { Job } from '../../src/modules/jobs/job.entity.ts';
import { User } from '../../src/modules/users/user.entity.ts';
import { TestClient } from '../support/client.ts';
import { upload } from '../support/files.ts';
import { openPayment } from '../support/payments.ts';
import type { Identity } from './calls.ts';
import type { FuzzServer } from './fuzz-server.ts';

export interface ScenarioPerson {
  id: number;
  role: Role;
  username: string;
  email: string;
  client: TestClient;
}
type Name = 'owner' | 'pilot' | 'other client' | 'other pilot';

/** What is known of a job; what the calls answer keeps it up to date. */
export interface ScenarioJob {
  id: number;
  status: JobStatus;
  clientId: number;
  pilotId: number | null;
  attachmentId: number | null;
  intent: string | null;
}

const PEOPLE: readonly [Name, Role][] = [
  ['owner', 'client'],
  ['pilot', 'pilot'],
  ['other client', 'client'],
  ['other pilot', 'pilot'],
];

/** Every status that a job can have, by whom it is and who flies. */
const JOBS: readonly {
  owner: Name;
  pilot: Name | null;
  status: JobStatus;
  extra?: 'attachment' | 'payment';
}[] = [
  { owner: 'owner', pilot: null, status: 'pending' },
  { owner: 'owner', pilot: null, status: 'pending' },
  { owner: 'owner', pilot: 'pilot', status: 'pending' },
  { owner: 'owner', pilot: 'pilot', status: 'in-progress', extra: 'attachment' },
  { owner: 'owner', pilot: 'pilot', status: 'review' },
  { owner: 'owner', pilot: 'pilot', status: 'completed', extra: 'payment' },
  { owner: 'owner', pilot: 'pilot', status: 'completed' },
  { owner: 'owner', pilot: 'pilot', status: 'paid' },
  { owner: 'other client', pilot: 'other pilot', status: 'in-progress' },
];

/** Where a success ends the session that it came with. */
const SESSION_ENDS: ReadonlySet<string> = new Set([paths.login(), paths.logout()]);

let made = 0;

async function createPeople(server: FuzzServer): Promise<Record<Name, ScenarioPerson>> {
  made += 1;
  const users = server.dataSource.getRepository(User);
  const rows = PEOPLE.map(([name, role]) => {
    const username = `${name.replace(' ', '-')}-${made}`;
    const email = `${username}@example.com`;
    return users.create({
      username,
      email,
      role,
      name,
      passwordHash: server.passwordHash,
      profileImage: null,
    });
  });
  await users.insert(rows);
  const people = rows.map(async ({ id, role, username, email }) => {
    return { id, role, username, email, client: new TestClient(server, await server.openSession(id)) };
  });
  const [owner, pilot, otherClient, otherPilot] = await Promise.all(people);
  if (!owner || !pilot || !otherClient || !otherPilot) throw new Error('Somebody is missing');
  return { owner, pilot, 'other client': otherClient, 'other pilot': otherPilot };
}

async function createJobs(server: FuzzServer, people: Record<Name, ScenarioPerson>): Promise<ScenarioJob[]> {
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
      clientId: people[owner].id,
      pilotId: pilot && people[pilot].id,
    }),
  );
  await jobs.insert(rows);
  return rows.map(({ id, status, clientId, pilotId }) => {
    return { id, status, clientId, pilotId, attachmentId: null, intent: null };
  });
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** People and jobs of one run of calls: who they are, and what became of them. */
export class Scenario {
  private constructor(
    readonly server: FuzzServer,
    readonly people: Record<Name, ScenarioPerson>,
    readonly jobs: ScenarioJob[],
    private readonly expired: TestClient,
  ) {}

  static async create(server: FuzzServer): Promise<Scenario> {
    const people = await createPeople(server);
    const cookie = await server.openSession(people.owner.id);
    const scenario = new Scenario(
      server,
      people,
      await createJobs(server, people),
      new TestClient(server, cookie),
    );
    await scenario.complete();
    return scenario;
  }

  client(identity: Identity): TestClient {
    if (identity === 'anonymous') return new TestClient(this.server);
    if (identity === 'forged') return new TestClient(this.server, `dps_session=${'A'.repeat(43)}`);
    return identity === 'expired' ? this.expired : this.people[identity].client;
  }

  person(identity: Identity): ScenarioPerson | undefined {
    return identity === 'anonymous' || identity === 'forged' || identity === 'expired'
      ? undefined
      : this.people[identity];
  }

  /** Takes note of a success: whose session has ended signs in again, and what it says of a job is remembered. */
  async learn(identity: Identity, path: string, answer: unknown): Promise<void> {
    const person = this.person(identity);
    if (person && SESSION_ENDS.has(path)) {
      person.client = new TestClient(this.server, await this.server.openSession(person.id));
    }
    this.remember(path, answer);
  }

  private remember(path: string, answer: unknown): void {
    const id = field(answer, 'id');
    const jobId = field(answer, 'jobId') ?? /^\/api\/jobs\/(\d+)\//.exec(path)?.[1];
    const job = this.jobs.find((each) => each.id === Number(jobId));
    const secret = field(answer, 'clientSecret');
    if (job && typeof secret === 'string') job.intent = secret.split('_secret_')[0] ?? null;
    if (job && typeof id === 'number' && field(answer, 'fileName')) job.attachmentId = id;
    if (typeof id === 'number' && field(answer, 'surveyType')) this.note(id, Object(answer));
  }

  private note(id: number, view: Pick<ScenarioJob, 'status' | 'clientId' | 'pilotId'>): void {
    const { status, clientId, pilotId } = view;
    const known = this.jobs.find((job) => job.id === id);
    if (known) Object.assign(known, { status, clientId, pilotId });
    else this.jobs.push({ id, status, clientId, pilotId, attachmentId: null, intent: null });
  }

  /** What only calls can make: files, payments that the provider has but we have not heard of, a session that has ended. */
  private async complete(): Promise<void> {
    const { owner } = this.people;
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
      } else {
        this.remember(
          paths.attachments(job.id),
          (await owner.client.post(paths.attachments(job.id), upload())).body,
        );
      }
    }
  }
}
