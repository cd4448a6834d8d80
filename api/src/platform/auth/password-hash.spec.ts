import { hashPassword, verifyPassword } from './password-hash.ts';
import { PasswordService } from './password.service.ts';

describe('hashPassword', () => {
  it('is argon2id with the parameters of the decision, and another salt each time', async () => {
    const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
  });
});

describe('verifyPassword', () => {
  it('knows the password from another', async () => {
    const stored = await hashPassword('pässwörd 🚁');
    expect(await verifyPassword('pässwörd 🚁', stored)).toBe(true);
    expect(await verifyPassword('passwort', stored)).toBe(false);
  });

  it('agrees with the reference implementation', async () => {
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', stored)).toBe(true);
    expect(await verifyPassword('differentpassword', stored)).toBe(false);
  });

  it('refuses a stored text that is no hash', async () => {
    await expect(verifyPassword('x', 'plain')).rejects.toThrow('cannot be read');
  });
});

describe('PasswordService', () => {
  it('says no for nobody, after the same work', async () => {
    const passwords = new PasswordService();
    expect(await passwords.verify('anything', null)).toBe(false);
  });
});
