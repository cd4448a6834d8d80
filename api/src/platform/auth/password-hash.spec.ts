import { hashPassword, OWASP_COST, verifyPassword } from './password-hash.ts';
import { PasswordService } from './password.service.ts';

describe('hashPassword', () => {
  it('[SECURE-8] returns argon2id with the OWASP parameters and a new salt each time', async () => {
    const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
  });
});

describe('verifyPassword', () => {
  it('accepts the password and refuses another one', async () => {
    const stored = await hashPassword('pässwörd 🚁');
    expect(await verifyPassword('pässwörd 🚁', stored)).toBe(true);
    expect(await verifyPassword('passwort', stored)).toBe(false);
  });

  it('agrees with the reference implementation', async () => {
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', stored)).toBe(true);
    expect(await verifyPassword('differentpassword', stored)).toBe(false);
  });

  it('throws for a stored text that is not a hash', async () => {
    await expect(verifyPassword('x', 'plain')).rejects.toThrow('cannot be read');
  });
});

describe('PasswordService', () => {
  it('refuses any password of an unknown user', async () => {
    const passwords = new PasswordService({ passwordCost: OWASP_COST });
    expect(await passwords.verify('anything', null)).toBe(false);
    await passwords.onApplicationShutdown();
  });
});
