import { deepStrictEqual } from 'node:assert/strict';
import { CALLS, type Target } from './calls.ts';

async function readJson(url: string, cookie: string): Promise<unknown> {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return response.json();
}

/** Throws unless the API and the baseline return equal bodies: only then do both do the same work. */
export async function requireSameResponses(target: Target): Promise<void> {
  for (const call of CALLS) {
    const path = call.path(target);
    deepStrictEqual(
      await readJson(`${target.api[0]?.url}${path}`, target.cookie),
      await readJson(`${target.baseline[0]?.url}${path}`, target.cookie),
      `The API and the baseline return different bodies for ${path}`,
    );
  }
}
