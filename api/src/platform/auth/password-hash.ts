import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** Computes an argon2id hash. */
type Argon2id = (parameters: Argon2Parameters) => Promise<Uint8Array>;

const argon2Async = promisify(argon2);
const onThreadPool: Argon2id = (parameters) => argon2Async('argon2id', parameters);

/** The cost of a hash: memory in KiB, and passes over the memory. */
export type HashCost = Pick<Argon2Parameters, 'memory' | 'passes'>;

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const OWASP_COST: HashCost = { memory: 19 * 1024, passes: 2 };
const LANES = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{32,128})$/;

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Returns a hash in PHC format. */
const toText = ({ memory, passes }: HashCost, salt: Uint8Array, hash: Uint8Array): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`;

/** Returns the argon2id hash of a password in PHC format, with a new salt. */
export async function hashPassword(
  password: string,
  argon2id = onThreadPool,
  cost = OWASP_COST,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await argon2id({
    ...cost,
    message: password,
    nonce: salt,
    parallelism: LANES,
    tagLength: HASH_BYTES,
  });
  return toText(cost, salt, hash);
}

/** Returns a stored text that no password matches, and whose verification takes as long as that of a hash. */
export const unmatchedHash = (cost: HashCost): string =>
  toText(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

/** True if a password matches a stored hash. Throws if `stored` is not an argon2id hash. */
export async function verifyPassword(
  password: string,
  stored: string,
  argon2id = onThreadPool,
): Promise<boolean> {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('A stored password hash cannot be read');
  const expected = Buffer.from(hash, 'base64');
  const actual = await argon2id({
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
