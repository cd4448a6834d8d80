import { HashThread } from './hash-thread.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const thread = new HashThread();
const argon2id = thread.run.bind(thread);
afterAll(() => thread.close());

it('computes the same hashes as the thread pool', async () => {
  const stored = await hashPassword('pässwörd 🚁', argon2id);
  expect(await verifyPassword('pässwörd 🚁', stored)).toBe(true);
  expect(await verifyPassword('pässwörd 🚁', stored, argon2id)).toBe(true);
  expect(await verifyPassword('passwort', stored, argon2id)).toBe(false);
});

it('rejects the hashes of a thread that ends, and starts another one', async () => {
  const results = Promise.allSettled([hashPassword('one', argon2id), hashPassword('two', argon2id)]);
  await thread.close();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await hashPassword('three', argon2id)).toMatch(/^\$argon2id/);
});

it('rejects parameters that argon2 refuses, and continues', async () => {
  const stored = '$argon2id$v=19$m=1,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  await expect(verifyPassword('x', stored, argon2id)).rejects.toThrow('memory');
  expect(await hashPassword('y', argon2id)).toMatch(/^\$argon2id/);
});
