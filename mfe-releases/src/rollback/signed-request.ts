import { isObject, type ReleasedPart } from '@dps/contract';
import { texts } from '../texts.ts';

/** Returns the command that signs a rollback of the product at `origin`. */
export const signCommand = (name: string, to: string, origin: string): string =>
  `npm run release -- sign-request ${name} --to ${to} --served-by ${origin}`;

/** A pasted text: the request that it contains, or why it is not the request for this rollback. */
export type PastedRequest = { request: object } | { problem: string };

/** Parses the output of the command. The service verifies it; this check is for mistakes of the user. */
export function parseRequest(text: string, { name }: Pick<ReleasedPart, 'name'>, to: string): PastedRequest {
  // npm prints its own lines before the request.
  const line = text.split('\n').find((each) => each.trim().startsWith('{')) ?? '';
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: texts.rollback.notRequest };
  }
  if (!isObject(value) || typeof value['rollback'] !== 'string' || typeof value['to'] !== 'string')
    return { problem: texts.rollback.notRequest };
  if (value['rollback'] === name && value['to'] === to) return { request: value };
  return { problem: texts.rollback.otherRequest(value['rollback'], value['to']) };
}

/** Returns what users will see after a rollback, one sentence each. */
export function effectsOf({ title, stable, canary }: ReleasedPart, to: string): string[] {
  return [
    texts.rollback.next(title, to),
    ...(canary && canary.version !== stable ? [texts.rollback.canaryEnds(canary.version)] : []),
    texts.rollback.open,
  ];
}
