import { spawnSync } from 'node:child_process';
import { paths } from '@dps/contract';
import { createAccount } from '../../scripts/stress/account.ts';
import { API_FOLDER } from '../support/api-process.ts';
import { createTestBed, type TestBed } from './support/test-bed.ts';

let testBed: TestBed;
beforeAll(async () => {
  testBed = await createTestBed();
});
afterAll(() => testBed.close());

/** Runs a built command as an operator does. */
function run(script: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: testBed.databaseUrl };
  return spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    cwd: API_FOLDER,
    env,
    encoding: 'utf8',
  });
}
const admin = (...args: string[]) => run('admin', ...args);

it('[SECURE-28] suspends, shows and resumes an account of a running API', async () => {
  const api = await testBed.start();
  const { id, ...account } = await createAccount(api, 'pilot');
  const who = ['--id', String(id), '--operator', 'olga'];
  expect(admin('suspend', ...who)).toMatchObject({
    status: 0,
    stdout: `Suspended the account ${id}. Ended sessions: 1.\n`,
  });
  const { status } = await fetch(api.url + paths.currentUser(), { headers: { cookie: account.cookie } });
  expect(status).toBe(401);
  const { stdout } = admin('show', ...who);
  expect(stdout).toMatch(/pilot, suspended since 20/);
  expect(stdout).toContain('0 sessions');
  expect(stdout).toMatch(/operator:olga {2}account\.suspended/);
  expect(admin('resume', ...who)).toMatchObject({ status: 0, stdout: `Resumed the account ${id}.\n` });
  expect(admin('end-sessions', ...who)).toMatchObject({
    status: 0,
    stdout: `Ended sessions of the account ${id}: 0.\n`,
  });
});

it.each([
  ['an unknown command', ['ban', 'someone'], /^Usage:/],
  ['an unknown account', ['show', 'no-such-user'], /^There is no account with the username no-such-user\.$/m],
])('fails for %s', (_what, args, message) => {
  const { status, stderr } = admin(...args);
  expect(status).toBe(1);
  expect(stderr).toMatch(message);
});

it.each([
  ['lists the failed transfers and payouts', ['list'], 0, /^No transfer or payout has failed\.$/m],
  ['explains no unknown account', ['explain', 'no-such-user'], 1, /^There is no account with/m],
  ['refuses an unknown command', ['pay'], 1, /^Usage:/],
])('[SHARE-9] the command of shares %s', (_what, args, expected, text) => {
  const { status, stdout, stderr } = run('shares', ...args);
  expect([status, stdout + stderr]).toEqual([expected, expect.stringMatching(text)]);
});

it.each([
  ['lists no open report', ['list'], 0, /^No report is open\.$/m],
  ['closes no unknown report', ['close', '17'], 1, /^There is no open report 17\.$/m],
  ['refuses a name', ['close', 'rude'], 1, /^Usage:/],
  [
    'writes no files of an unknown report',
    ['files', '17', '--to', 'reported'],
    1,
    /^There is no open report 17\.$/m,
  ],
  ['requires a folder for files', ['files', '17'], 1, /^Usage:/],
])('[MESSAGE-15] the command of reports %s', (_what, args, expected, text) => {
  const { status, stdout, stderr } = run('reports', ...args);
  expect([status, stdout + stderr]).toEqual([expected, expect.stringMatching(text)]);
});
