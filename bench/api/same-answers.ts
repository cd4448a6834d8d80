import { deepStrictEqual } from 'node:assert/strict';
import { CALLS, type Target } from './calls.ts';

async function readJson(url: string, cookie: string): Promise<unknown> {
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

/** Throws unless the API and the baseline answer the same, so that both do the same work. */
export async function requireSameAnswers(target: Target): Promise<void> {
  for (const call of CALLS) {
    const path = call.path(target);
    deepStrictEqual(
      await readJson(target.api + path, target.cookie),
      await readJson(target.baseline + path, target.cookie),
      `The API and the baseline answer ${path} differently`,
    );
  }
}
