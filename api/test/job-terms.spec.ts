import { jobDetailView, jobView, paths } from '@dps/contract';
import { expectView } from './support/client.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  other = await createUser(server, 'pilot');
});
afterAll(() => server.close());

describe('terms that change after a pilot has accepted the job', () => {
  const termsOf = async (id: number) => expectView(await pilot.client.get(paths.job(id)), 200, jobDetailView);

  it('[NOTE-17, ENTITY-28, ENTITY-29] are reported with the accepted values, until they are changed back', async () => {
    const { id } = await postJob(owner, { budget: 1200 });
    await owner.client.put(paths.job(id), jobBody({ budget: 1100 }));
    await acceptJob(pilot, id);
    expect(await termsOf(id)).toMatchObject({ termsChangedAt: null, acceptedTerms: null });
    await owner.client.put(
      paths.job(id),
      jobBody({ budget: 1100, title: 'Other title', surveyType: 'Mapping' }),
    );
    expect(await termsOf(id)).toMatchObject({ termsChangedAt: null, acceptedTerms: null });
    await owner.client.put(paths.job(id), jobBody({ budget: 1300, location: 'Elsewhere' }));
    await owner.client.put(
      paths.job(id),
      jobBody({ budget: 1450.5, location: 'Elsewhere', deadline: '2031-01-01' }),
    );
    const { termsChangedAt, acceptedTerms } = await termsOf(id);
    expect(acceptedTerms).toEqual({ budget: 1100, location: 'Baltimore, MD', deadline: '2030-06-30' });
    const job = expectView(await owner.client.put(paths.job(id), jobBody({ budget: 1450.5 })), 200, jobView);
    expect(Date.parse(job.termsChangedAt ?? '')).toBeGreaterThan(Date.parse(termsChangedAt ?? ''));
    expect((await termsOf(id)).acceptedTerms).toEqual({ budget: 1100 });
  });

  it('[ENTITY-28] are unknown to the next pilot, who accepts the current ones', async () => {
    const { id } = await postJob(owner, { budget: 1200 });
    await acceptJob(other, id);
    await owner.client.put(paths.job(id), jobBody({ budget: 1300 }));
    await other.client.post(paths.releaseJob(id));
    await acceptJob(pilot, id);
    expect(await termsOf(id)).toMatchObject({ termsChangedAt: null, acceptedTerms: null });
  });
});
