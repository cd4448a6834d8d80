import { createAccount } from '../../scripts/stress/account.ts';
import { untilBlocked } from '../support/concurrent-change.ts';
import { createTestBed, untilDisconnected, untilState, type TestBed } from './support/test-bed.ts';

let testBed: TestBed;
beforeAll(async () => {
  testBed = await createTestBed();
});
afterAll(() => testBed.close());

it('[DATA-23] a process that is killed while it deletes an account deletes nothing of it, and the next one deletes it', async () => {
  const { database } = testBed;
  let api = await testBed.start();
  await createAccount(api, 'client');
  await database.query('UPDATE users SET deletes_at = now()');
  const state = async () => {
    const [row] = await database.query<{ name: string; sessions: number }[]>(
      'SELECT name, (SELECT count(*)::int FROM sessions) AS sessions FROM users',
    );
    return `${row?.name === 'Deleted user' ? 'deleted' : 'unchanged'}, ${row?.sessions} sessions`;
  };
  expect(await state()).toBe('unchanged, 1 sessions');
  await api.end();

  // The deletion of the sessions succeeds, and a later statement of the same account waits.
  const runner = database.createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE calendar_feeds IN EXCLUSIVE MODE');
  api = await testBed.start();
  await untilBlocked(database, api.ended);
  api.signal('SIGKILL');
  expect(await api.ended).toEqual({ code: null, signal: 'SIGKILL' });
  await runner.rollbackTransaction();
  await runner.release();
  await untilDisconnected(testBed);
  expect(await state()).toBe('unchanged, 1 sessions');

  await testBed.start();
  await untilState(state, 'deleted, 0 sessions');
});
