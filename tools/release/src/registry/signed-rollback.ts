import { number, object, string, type InferType } from 'yup';
import type { ErrorCode, Registry } from '@dps/contract';
import { entriesOf, withSignatures, type Entry } from '../store/entries.ts';
import { KeyRing, keyId, type TeamKey } from '../store/key-ring.ts';
import { UnchangedError, CommandError } from '../store/command-error.ts';
import { signEntry, type ReleaseKey } from '../store/release-key.ts';
import type { SignedChange } from './change-registry.ts';
import { rollback, stopCanary } from './choose-release.ts';
import { findPart, withPart, type Part } from './parts.ts';
import { refuseUnfit } from './release-rules.ts';
import { refuseForeignKey } from './sign-changes.ts';

const revision = () => number().integer().min(1).max(Number.MAX_SAFE_INTEGER);

/**
 * A rollback that its team has signed for another writer. The signature is that of the entry after the rollback, so it allows
 * this one change and no other. The writer does not need a key.
 */
export const signedRollback = object({
  /** Name of the module, or `shell`. */
  rollback: string().max(60).required(),
  /** The version that becomes stable. */
  to: string().max(60).required(),
  signature: object({
    /** The first revision that may contain it. */
    revision: revision().required(),
    reloadBefore: revision().optional(),
    key: string()
      .matches(/^[\da-f]{16}$/)
      .required(),
    value: string().max(100).required(),
  })
    .exact()
    .required(),
})
  .exact()
  .strict()
  .required();
export type SignedRollback = InferType<typeof signedRollback>;

/** Refuses a signed rollback, with the code of the response. */
export class RequestError extends UnchangedError {
  override name = 'RequestError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

function entryIn(registry: Registry, name: string): Entry {
  const entry = entriesOf(registry).find((each) => each.name === name);
  if (entry) return entry;
  const names = entriesOf(registry).map((each) => each.name);
  throw new CommandError(`There is no module ${name}. The registry has ${names.join(', ')}.`);
}

/** Rolls back to a release that the registry lists. A rollback to the stable release ends the canary. */
function rolledBack(part: Part, to: string | undefined): Part {
  return part.canary && to === part.stable ? stopCanary(part) : rollback(part, to);
}

function summaryOf({ name, stable, canary }: Part, to: string): string {
  return to === stable && canary
    ? `canary ${name} ${canary.version} rolled back`
    : `rollback ${name} ${stable} → ${to}`;
}

/**
 * Signs a rollback for another writer.
 *
 * @param registry as a gateway serves it, so its entry must have a valid signature: the key signs the entry again
 * @param to defaults to the last good release
 * @throws CommandError if there is no such release; UnchangedError if the key may not release the module, or the entry is not valid
 */
export function signRollback(
  registry: Registry,
  { name, to }: { name: string; to: string | undefined },
  { key, keys }: { key: ReleaseKey; keys: readonly TeamKey[] },
): SignedRollback {
  const ring = new KeyRing(keys);
  const { value, signature: known } = entryIn(registry, name);
  refuseForeignKey({ key, keys }, name);
  if (!known || !ring.isValid(name, value, known))
    throw new UnchangedError(
      `No key that you trust has signed the served entry of ${name}. Name the keys of the deployment with --keys.`,
    );
  const after = rolledBack(findPart(registry, name), to);
  const { reloadBefore } = known;
  const stated = {
    revision: registry.revision + 1,
    ...(reloadBefore !== undefined && { reloadBefore }),
  };
  const entry = entryIn(withPart(registry, after), name);
  return { rollback: name, to: after.stable, signature: signEntry(entry, key, stated) };
}

/**
 * Returns the next revision with a signed rollback. Checks all that the release command checks for a key of its own.
 *
 * @param next number of the next revision
 * @throws RequestError with the code of its response: `forbidden` for a key that may not release the module,
 * `status_conflict` if the module has changed since the signature, `invalid_signature`
 */
export function acceptRollback(
  before: Registry,
  next: number,
  { rollback: name, to, signature }: SignedRollback,
  keys: readonly TeamKey[],
): SignedChange {
  const signers = keys.filter(({ publicKey }) => keyId(publicKey) === signature.key);
  const ring = new KeyRing(signers);
  if (!signers.some(({ publicKey }) => ring.mayRelease(publicKey, name)))
    throw new RequestError('forbidden', `The key ${signature.key} may not release ${name}.`);
  const current = entriesOf(before).find((each) => each.name === name);
  const known = current?.signature;
  const isOutdated = known !== undefined && signature.revision <= known.revision;
  if (!current || !known || isOutdated || signature.revision > next)
    throw new RequestError(
      'status_conflict',
      `${name} has changed since revision ${signature.revision - 1}, for which this request was signed. Look at its current releases, and sign a new request.`,
    );
  const part = findPart(before, name);
  const changed = withPart(
    before,
    attempted(() => rolledBack(part, to)),
  );
  const after = entryIn(changed, name);
  const { reloadBefore, ...stated } = signature;
  const statement = { ...stated, ...(reloadBefore !== undefined && { reloadBefore }) };
  if (reloadBefore !== known.reloadBefore || !ring.isValid(name, after.value, statement))
    throw new RequestError(
      'invalid_signature',
      `The signature does not belong to a rollback of ${name} to ${to}. Sign the request again.`,
    );
  const sign = (entry: Entry) => (entry.name === name ? statement : entry.signature);
  const registry = { ...withSignatures(changed, sign), revision: next };
  attempted(() => refuseUnfit(before, registry));
  return { registry, summary: summaryOf(part, to), key: signature.key };
}

/** Runs a rule. Its error is a conflict with the current registry. */
function attempted<Result>(rule: () => Result): Result {
  try {
    return rule();
  } catch (error) {
    throw error instanceof CommandError ? new RequestError('status_conflict', error.message) : error;
  }
}
