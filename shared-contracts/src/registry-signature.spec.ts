import type { Registry } from './registry.ts';
import { isSigned, signedText } from './registry-signature.ts';

const registry: Registry = {
  revision: 3,
  shell: { version: '1.0.0', base: '/shell/1.0.0/', main: ['main.js'], preload: [], files: {} },
  modules: [],
};

async function newKeys(): Promise<{ publicKey: string; sign: (given: Registry) => Promise<Registry> }> {
  const { subtle } = globalThis.crypto;
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('Ed25519 has pairs of keys');
  const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return {
    publicKey: base64(await subtle.exportKey('spki', pair.publicKey)),
    sign: async (given) => {
      const value = base64(await subtle.sign('Ed25519', pair.privateKey, signedText(given)));
      return { ...given, signature: { value, key: 'k' } };
    },
  };
}

describe('signedText', () => {
  it('does not depend on the order of keys, and leaves the signature out', () => {
    const { revision, shell, modules } = registry;
    const other = { modules, signature: { value: 'x', key: 'y' }, shell, revision };
    expect(signedText(other)).toEqual(signedText(registry));
  });

  it('depends on the order of lists and on every value', () => {
    const main = (files: string[]) => ({ ...registry, shell: { ...registry.shell, main: files } });
    expect(signedText(main(['a.js', 'b.js']))).not.toEqual(signedText(main(['b.js', 'a.js'])));
    expect(signedText({ ...registry, revision: 4 })).not.toEqual(signedText(registry));
  });
});

describe('isSigned', () => {
  it('accepts an unchanged registry with a signature by any of the keys', async () => {
    const [own, colleague] = [await newKeys(), await newKeys()];
    const signed = await colleague.sign(registry);
    expect(await isSigned(signed, [own.publicKey, colleague.publicKey])).toBe(true);
    const reread: Registry = JSON.parse(JSON.stringify(signed, null, 2));
    expect(await isSigned(reread, [colleague.publicKey])).toBe(true);
  });

  it.each<[string, (signed: Registry) => Registry]>([
    ['it was changed afterwards', (signed) => ({ ...signed, revision: 4 })],
    ['it has no signature', () => registry],
    ['its signature is cut off', (signed) => ({ ...signed, signature: { value: 'AAAA', key: 'k' } })],
    ['its signature is no base64', (signed) => ({ ...signed, signature: { value: '%', key: 'k' } })],
  ])('rejects a registry when %s', async (_case, change) => {
    const { publicKey, sign } = await newKeys();
    expect(await isSigned(change(await sign(registry)), [publicKey])).toBe(false);
  });

  it('rejects an unknown key and an invalid key', async () => {
    const [own, unknown] = [await newKeys(), await newKeys()];
    const signed = await own.sign(registry);
    expect(await isSigned(signed, [unknown.publicKey, 'no key', ''])).toBe(false);
    expect(await isSigned(signed, [])).toBe(false);
  });
});
