import { setTimeout as delay } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { DEMO_ACCOUNTS, paths, type Role } from '@dps/contract';
import { jobContent, PASSWORD, postJob } from '../accounts.ts';
import { startMeasured } from '../server.ts';
import { resultOf, type Attack } from './attack.ts';

const ROUNDS = 20;
const SIGN_UPS = 15;
/** Several runs of the sender, which sends every second. */
const SENT_WITHIN_MS = 4000;
const MAXIMUM = { accepts: 1, budgets: 1, 'sign-ups': 5 };

/** One user causes mails to another one, or to a mailbox. The product of the other attacks sends none, so this one has its own. */
export const mailFloods: Attack = async ({ teardown }) => {
  const product = await startMeasured({ overrideOrigins: [] }, teardown);
  const database = new Database({ connectionString: product.databaseUrl });
  await database.connect();
  teardown.add(() => database.end());

  const call = async (method: 'POST' | 'PUT', path: string, body?: object, cookie = '') => {
    const response = await fetch(product.url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response;
  };
  /** The addresses of the demo accounts count as confirmed. */
  const signIn = async (role: Role) => {
    const account = DEMO_ACCOUNTS.find((each) => each.role === role);
    const response = await call('POST', paths.login(), {
      username: account?.username,
      password: account?.password,
    });
    const { id }: { id: number } = await response.json();
    return { id, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const sent = async () => {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM outgoing_mails WHERE sent_at IS NOT NULL',
    );
    return rows[0]?.count ?? 0;
  };
  /** Returns how many mails the calls cause. */
  const mailsOf = async (calls: () => Promise<void>) => {
    const before = await sent();
    await calls();
    await delay(SENT_WITHIN_MS);
    return (await sent()) - before;
  };

  const [client, pilot] = [await signIn('client'), await signIn('pilot')];
  const job = await postJob(product.url, client.cookie);
  const accept = () => call('POST', paths.assignJob(job), { pilotId: pilot.id }, pilot.cookie);
  const accepts = await mailsOf(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await accept();
      await call('POST', paths.releaseJob(job), undefined, pilot.cookie);
    }
  });
  await accept();
  const budgets = await mailsOf(async () => {
    for (let cents = 1; cents <= ROUNDS; cents += 1)
      await call(
        'PUT',
        paths.job(job),
        { ...jobContent, budget: jobContent.budget + cents / 100 },
        client.cookie,
      );
  });
  const signUps = await mailsOf(async () => {
    for (let tag = 1; tag <= SIGN_UPS; tag += 1) {
      const body = { username: `victim${tag}`, password: PASSWORD, name: 'Victim', role: 'pilot' };
      await call('POST', paths.signup(), { ...body, email: `victim+${tag}@example.com` });
    }
  });
  return resultOf(
    `${ROUNDS} accepts and releases, ${ROUNDS} budgets by a cent, ${SIGN_UPS} sign-ups with aliases`,
    `${accepts}, ${budgets}, ${signUps} mails`,
    accepts <= MAXIMUM.accepts && budgets <= MAXIMUM.budgets && signUps <= MAXIMUM['sign-ups'],
  );
};
