import { paths } from '@dps/contract';
import { jobIn } from './support/jobs.ts';
import {
  deliverLast,
  dispute,
  payOnline,
  refund,
  startPayingServer,
  type PayingServer,
} from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PayingServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startPayingServer();
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

async function paidJob(): Promise<{ id: number; intent: string }> {
  const { id } = await jobIn(server, 'completed', { owner, pilot }, { budget: 1450.5 });
  return { id, intent: await payOnline(server, owner, id) };
}

/** Returns the transfers of a job, as `number status amount - reversed`. */
async function transfersOf(jobId: number): Promise<string[]> {
  const rows = await server.dataSource.query<{ line: string }[]>(
    `SELECT concat_ws(' ', number, status, amount_cents, '-', reversed_cents) AS line
     FROM pilot_transfers WHERE job_id = $1 ORDER BY number`,
    [jobId],
  );
  return rows.map(({ line }) => line);
}

describe('[SHARE-1] the share of a pilot without an account', () => {
  it('waits, and follows refunds', async () => {
    const { id, intent } = await paidJob();
    expect(await transfersOf(id)).toEqual(['1 waiting 101535 - 0']);
    await refund(server, intent, 5050);
    expect(await transfersOf(id)).toEqual(['1 waiting 98000 - 0']);
    await refund(server, intent);
    expect(await transfersOf(id)).toEqual(['1 canceled 98000 - 0']);
  });

  it('is held during a dispute', async () => {
    const { id, intent } = await paidJob();
    const caseId = await dispute(server, intent);
    expect(await transfersOf(id)).toEqual(['1 held 101535 - 0']);
    await server.merchant.disputes.update(caseId, { evidence: { uncategorized_text: 'winning_evidence' } });
    await deliverLast(server, intent);
    expect(await transfersOf(id)).toEqual(['1 waiting 101535 - 0']);
  });

  it('is no transfer if the pilot received the money off the platform', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    await pilot.client.patch(paths.job(id), { status: 'paid' });
    expect(await transfersOf(id)).toEqual([]);
  });
});
