import { PERMISSIONS, type PermissionName } from '@dps/contract';
import { requireAccessRule } from './access.decorator.ts';
import { refusal, requireProof, type SessionUser } from './access.policy.ts';

const useProof = () => Promise.resolve(false);
const PILOT: SessionUser = { id: 1, role: 'pilot', mustConfirmEmail: true, base: null, useProof };
const CLIENT: SessionUser = { id: 2, role: 'client', mustConfirmEmail: false, base: null, useProof };

describe('[EMAIL-5] refusal', () => {
  it.each<[PermissionName, SessionUser | undefined, string | undefined]>([
    ['auth.login', undefined, undefined],
    ['health.read', CLIENT, undefined],
    ['user.read-current', undefined, 'unauthenticated'],
    ['user.read-current', PILOT, undefined],
    ['jobs.list-available', CLIENT, 'forbidden'],
    ['jobs.list-available', PILOT, undefined],
    ['jobs.create', PILOT, 'forbidden'],
    ['jobs.create', CLIENT, undefined],
    ['jobs.create', { ...CLIENT, mustConfirmEmail: true }, undefined],
    ['jobs.accept', PILOT, 'email_unconfirmed'],
    ['jobs.accept', { ...PILOT, mustConfirmEmail: false }, undefined],
    ['jobs.release', PILOT, undefined],
  ])('returns for %s by %j: %s', (name, actor, code) => {
    expect(refusal(name, actor)?.code).toBe(code);
  });
});

describe('[FACTOR-1] requireProof', () => {
  it('accepts a session with a proof', async () => {
    await expect(requireProof({ useProof: () => Promise.resolve(true) })).resolves.toBeUndefined();
  });

  it.each([undefined, CLIENT])('throws for %j', async (user) => {
    await expect(requireProof(user)).rejects.toMatchObject({ code: 'reauthentication_required' });
  });
});

it('[ACCESS-3] makes only sign-in, sign-up, common and forgotten passwords, mailed links, health, telemetry, addresses with a token and the webhook public', () => {
  const open = Object.entries<{ roles: unknown }>(PERMISSIONS).filter(([, { roles }]) => roles === 'public');
  expect(open.map(([name]) => name)).toEqual([
    'health.read',
    'telemetry.report',
    'auth.login',
    'auth.request-passkey',
    'auth.login-with-passkey',
    'auth.signup',
    'auth.read-common-passwords',
    'auth.request-reset',
    'auth.reset-password',
    'auth.undo-email-change',
    'mail.unsubscribe',
    'calendar.read-feed',
    'reports.read-shared',
    'payments.webhook',
  ]);
});

describe('requireAccessRule', () => {
  it('[ACCESS-2] throws for a route without an access rule', () => {
    expect(() => requireAccessRule({ method: 'GET', url: '/api/secret', config: {} })).toThrow(
      'The route GET /api/secret declares no access rule',
    );
    expect(() => requireAccessRule({ method: 'GET', url: '/api/secret' })).toThrow('declares no access rule');
  });

  it('accepts a declared access rule', () => {
    const config = { permission: 'health.read' } as const;
    expect(() => requireAccessRule({ method: 'GET', url: '/api/health/live', config })).not.toThrow();
  });
});
