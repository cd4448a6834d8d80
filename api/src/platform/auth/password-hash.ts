import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';

/** Computes an argon2id hash. */
type Argon2id = (parameters: Argon2Parameters) => Promise<Uint8Array>;

const argon2Async = promisify(argon2);
const onThreadPool: Argon2id = (parameters) => argon2Async('argon2id', parameters);

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{32,128})$/;

const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Returns the argon2id hash of a password in PHC format, with a new salt. */
export async function hashPassword(password: string, argon2id = onThreadPool): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await argon2id({
    message: password,
    nonce: salt,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: HASH_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`;
}

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
