import { paths } from '@dps/shared-contracts';
import { TestClient, type Answer } from './support/client.ts';
import { PDF, upload } from './support/files.ts';
import { jobBody, jobIn, postJob } from './support/jobs.ts';
import { createPerson, signIn, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

// In an order in which those who may change the job come last, so that the others find it as it was.
const IDENTITIES = [
  'anonymous',
  'expired',
  'other client',
  'other pilot',
  'assigned pilot',
  'owner',
] as const;
type Identity = (typeof IDENTITIES)[number];

interface Subjects {
  owner: Person;
  pilot: Person;
  /** Assigned, pending. */
  job: number;
  /** Nobody's yet. */
  offer: number;
  attachment: number;
  offerAttachment: number;
}

let server: TestServer;
let subjects: Subjects;
let clients: Record<Identity, TestClient>;

async function expiredClient(person: Person): Promise<TestClient> {
  const client = await signIn(server, person.user.username);
  await server.dataSource.query(`UPDATE sessions SET expires_at = now() WHERE user_id = $1`, [
    person.user.id,
  ]);
  return client;
}

/** Attaches a PDF and answers its id. */
async function attach(owner: Person, jobId: number): Promise<number> {
  const { body } = await owner.client.post(paths.attachments(jobId), upload());
  return Number(Reflect.get(Object(body), 'id'));
}

beforeAll(async () => {
  server = await startServer();
  const expired = await expiredClient(await createPerson(server, 'client'));
  const owner = await createPerson(server, 'client');
  const pilot = await createPerson(server, 'pilot');
  const job = (await jobIn(server, 'pending', { owner, pilot })).id;
  const offer = (await postJob(owner)).id;
  subjects = {
    owner,
    pilot,
    job,
    offer,
    attachment: await attach(owner, job),
    offerAttachment: await attach(owner, offer),
  };
  clients = {
    anonymous: new TestClient(server),
    expired,
    owner: owner.client,
    'other client': (await createPerson(server, 'client')).client,
    'assigned pilot': pilot.client,
    'other pilot': (await createPerson(server, 'pilot')).client,
  };
});
afterAll(() => server.close());

type Call = (client: TestClient, subjects: Subjects) => Promise<Answer>;
type Statuses = Record<Exclude<Identity, 'anonymous' | 'expired'>, number>;

const everyone = (status: number): Statuses => ({
  owner: status,
  'other client': status,
  'assigned pilot': status,
  'other pilot': status,
});

// The calls that succeed and change something come last, in an order in which each still finds what it needs.
const TABLE: [string, Call, Statuses][] = [
  ['GET current user', (c) => c.get(paths.currentUser()), everyone(200)],
  [
    'PUT profile with a name missing',
    (c) => c.put(paths.profile(), { email: 'a@example.com' }),
    everyone(400),
  ],
  ['POST profile image without one', (c) => c.post(paths.profileImage(), {}), everyone(400)],
  [
    "GET the client's jobs",
    (c, s) => c.get(paths.clientJobs(s.owner.user.id)),
    { ...everyone(403), owner: 200 },
  ],
  [
    "GET the pilot's jobs",
    (c, s) => c.get(paths.pilotJobs(s.pilot.user.id)),
    { ...everyone(403), 'assigned pilot': 200 },
  ],
  ["GET a client's id as a pilot's", (c, s) => c.get(paths.pilotJobs(s.owner.user.id)), everyone(403)],
  ["GET a pilot's id as a client's", (c, s) => c.get(paths.clientJobs(s.pilot.user.id)), everyone(403)],
  [
    'GET available jobs',
    (c) => c.get(paths.availableJobs()),
    { owner: 403, 'other client': 403, 'assigned pilot': 200, 'other pilot': 200 },
  ],
  [
    'GET an assigned job',
    (c, s) => c.get(paths.job(s.job)),
    { owner: 200, 'other client': 404, 'assigned pilot': 200, 'other pilot': 404 },
  ],
  [
    'GET an offered job',
    (c, s) => c.get(paths.job(s.offer)),
    { owner: 200, 'other client': 404, 'assigned pilot': 200, 'other pilot': 200 },
  ],
  ['GET no job', (c) => c.get(paths.job(2_000_000_000)), everyone(404)],
  [
    'GET an attachment of an assigned job',
    (c, s) => c.get(paths.attachment(s.job, s.attachment)),
    { owner: 200, 'other client': 404, 'assigned pilot': 200, 'other pilot': 404 },
  ],
  [
    'GET an attachment of an offered job',
    (c, s) => c.get(paths.attachment(s.offer, s.offerAttachment)),
    { owner: 200, 'other client': 404, 'assigned pilot': 200, 'other pilot': 200 },
  ],
  [
    "GET an attachment through another job's address",
    (c, s) => c.get(paths.attachment(s.offer, s.attachment)),
    everyone(404),
  ],
  [
    "GET the pilot's flights",
    (c, s) => c.get(paths.pilotFlightRecords(s.pilot.user.id)),
    { ...everyone(403), 'assigned pilot': 200 },
  ],
  [
    "GET flights of the client's id",
    (c, s) => c.get(paths.pilotFlightRecords(s.owner.user.id)),
    { ...everyone(403), owner: 200 },
  ],
  [
    'POST a job',
    (c) => c.post(paths.jobs(), jobBody()),
    { owner: 201, 'other client': 201, 'assigned pilot': 403, 'other pilot': 403 },
  ],
  ['PUT content', (c, s) => c.put(paths.job(s.job), jobBody()), { ...everyone(403), owner: 200 }],
  [
    'PUT progress',
    (c, s) => c.put(paths.job(s.job), { progress: 5 }),
    { ...everyone(403), 'assigned pilot': 200 },
  ],
  [
    'PATCH to paid',
    (c, s) => c.patch(paths.job(s.job), { status: 'paid' }),
    { owner: 409, 'other client': 403, 'assigned pilot': 409, 'other pilot': 403 },
  ],
  [
    'POST an attachment',
    (c, s) => c.post(paths.attachments(s.job), upload(PDF)),
    { ...everyone(403), owner: 201 },
  ],
  [
    'POST a flight',
    (c, s) =>
      c.post(paths.flightRecords(), { jobId: s.job, flightNumber: 'FL-001', duration: 5, pilotId: 1 }),
    { ...everyone(403), 'assigned pilot': 201 },
  ],
  ['DELETE an assigned job', (c, s) => c.delete(paths.job(s.job)), { ...everyone(403), owner: 409 }],
  [
    'POST assign for the assigned pilot',
    (c, s) => c.post(paths.assignJob(s.job), { pilotId: s.pilot.user.id }),
    { ...everyone(403), 'assigned pilot': 409 },
  ],
  ['POST release', (c, s) => c.post(paths.releaseJob(s.offer)), everyone(403)],
  [
    'PATCH a status',
    (c, s) => c.patch(paths.job(s.job), { status: 'in-progress' }),
    { ...everyone(403), 'assigned pilot': 200 },
  ],
  ['DELETE an offered job', (c, s) => c.delete(paths.job(s.offer)), { ...everyone(403), owner: 204 }],
];

describe.each(TABLE)('%s', (_name, call, statuses) => {
  it('answers each identity by its rule', async () => {
    const answers: Record<string, number> = {};
    for (const identity of IDENTITIES) {
      answers[identity] = (await call(clients[identity], subjects)).status;
    }
    expect(answers).toEqual({ anonymous: 401, expired: 401, ...statuses });
  });
});
