import { setImmediate } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { DOCUMENT_GUARD } from './shell-document.ts';

/** Runs the guard in a document with a fallback, reports that the shell has failed, and returns the cookies that it sets. */
async function cookiesAfterFailure(protocol: string): Promise<string[]> {
  const cookies: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const document = {
    querySelector: () => ({ content: '1.1.0' }),
    set cookie(text: string) {
      cookies.push(text);
    },
  };
  runInNewContext(DOCUMENT_GUARD, {
    document,
    location: { protocol, href: `${protocol}//surveys.example/`, reload: () => undefined },
    fetch: () => Promise.resolve({ ok: true }),
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  });
  listeners.get('dps:shell-failed')?.({ preventDefault: () => undefined });
  await setImmediate();
  return cookies;
}

describe('[SECURE-100] the cookie with the version of a failed shell', () => {
  it.each([
    ['https:', '__Host-dps_failed_shell=1.1.0; Path=/; Max-Age=3600; SameSite=Lax; Secure'],
    ['http:', 'dps_failed_shell=1.1.0; Path=/; Max-Age=3600; SameSite=Lax'],
  ])('over %s is %s', async (protocol, expected) => {
    expect(await cookiesAfterFailure(protocol)).toEqual([expected]);
  });
});
