import { setTimeout as delay } from 'node:timers/promises';
import { jobView, paths } from '@dps/contract';
import { jobContent, PASSWORD, signUp, type Account } from '../accounts.ts';
import { resultOf, type Attack, type Product } from './attack.ts';
import { Client, countStatuses, type Answer } from './client.ts';
import { figuresOf, type Calls } from './other-client.ts';

const OWNERS = 4;
const JOBS_OF_OWNER = 24;
const ACCEPTS = 95;
const MAXIMUM_ACCEPTED = 10;
const MAXIMUM_POSTS = 30;
const SIGN_INS_PER_SECOND = 83;
/** The limit of one client for one account, in a minute. */
const MEASURED_SIGN_INS = 15;
const EVERY_MS = 300;
const MAXIMUM_RATIO = 2;

/** A new pilot accepts all open jobs. */
export const acceptAll: Attack = async ({ url }) => {
  const owners = await Promise.all(Array.from({ length: OWNERS }, () => signUp(url, 'client')));
  const post = async (owner: Client) => {
    const body: unknown = JSON.parse(await owner.require('POST', paths.jobs(), jobContent));
    return { id: (await jobView.validate(body)).id, owner };
  };
  const jobs = await Promise.all(
    owners.flatMap((account) => {
      const owner = new Client(url, account);
      return Array.from({ length: JOBS_OF_OWNER }, () => post(owner));
    }),
  );
  const account = await signUp(url, 'pilot');
  const pilot = new Client(url, account);
  const answers = await Promise.all(
    jobs.slice(0, ACCEPTS).map(({ id }) => pilot.post(paths.assignJob(id), { pilotId: account.id })),
  );
  const { counts, figures } = countStatuses(answers);
  const taken = jobs[answers.findIndex(({ status }) => status === 200)];
  const release = await taken?.owner.post(paths.releaseJob(taken.id));
  const isBounded = counts.get(200) === MAXIMUM_ACCEPTED && counts.get(409) === ACCEPTS - MAXIMUM_ACCEPTED;
  return resultOf(
    `${ACCEPTS} parallel accepts of a new pilot; the owner of one releases it`,
    `${figures}; released → ${release?.status}`,
    isBounded && release?.status === 200,
  );
};

const signInBody = ({ username }: Account) => ({ username, password: PASSWORD });

/** Signs in as another user from another network, several times in sequence. */
async function measureSignIns({ url, sizes }: Product, account: Account): Promise<Calls> {
  const client = new Client(url);
  const times: number[] = [];
  for (let count = 0; count < (sizes.smallest ? 1 : MEASURED_SIGN_INS); count += 1) {
    const { status, milliseconds } = await client.post(paths.login(), signInBody(account));
    times.push(status === 200 ? milliseconds : Infinity);
    await delay(EVERY_MS);
  }
  return figuresOf(times);
}

/** Signs in at a steady rate until the signal aborts. */
async function flood(client: Client, account: Account, { signal }: AbortController): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  while (!signal.aborted) {
    answers.push(client.post(paths.login(), signInBody(account)));
    await delay(1000 / SIGN_INS_PER_SECOND);
  }
  return Promise.all(answers);
}

/** One account posts many jobs. */
export const manyPosts: Attack = async ({ url, sizes }) => {
  const client = new Client(url, await signUp(url, 'client'));
  const answers = await Promise.all(
    Array.from({ length: sizes.posts }, () => client.post(paths.jobs(), jobContent)),
  );
  const { counts, figures } = countStatuses(answers);
  const isRepelled = counts.get(201) === MAXIMUM_POSTS && counts.get(429) === sizes.posts - MAXIMUM_POSTS;
  return resultOf(`${sizes.posts} parallel posts of one account`, figures, isRepelled);
};

/** Many sign-ins with the right password, each of which costs a hash. */
export const manySignIns: Attack = async (product) => {
  const account = await signUp(product.url, 'client');
  const idle = await measureSignIns(product, product.other);
  const end = new AbortController();
  const flooded = flood(new Client(product.url), account, end);
  const busy = await measureSignIns(product, product.other);
  end.abort();
  const { counts, figures } = countStatuses(await flooded);
  const isFast = product.sizes.smallest || busy.p50 <= MAXIMUM_RATIO * idle.p50;
  return resultOf(
    `${SIGN_INS_PER_SECOND} sign-ins a second with the right password`,
    `${figures}; others: ${busy.unanswered} of ${busy.count} unanswered, p50 ${busy.p50.toFixed(0)} ms (idle ${idle.p50.toFixed(0)} ms)`,
    busy.unanswered === 0 && isFast && (product.sizes.smallest || counts.has(429)),
  );
};
