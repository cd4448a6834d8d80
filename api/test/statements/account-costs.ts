import { paths } from '@dps/contract';
import { REQUEST_EXAMPLES } from '../../src/platform/openapi/request-examples.ts';
import { png } from '../support/files.ts';
import { storeExport } from '../support/personal-data.ts';
import { addPasskey, challengeOf, creationOf, SoftwarePasskey } from '../support/passkey.ts';
import { codeOf, setUpSecondFactor, startSecondFactor } from '../support/second-factor.ts';
import {
  createConfirmationToken,
  createFeed,
  createResetToken,
  createUndoToken,
  createUnconfirmedUser,
  createUnsubscribeToken,
  createUser,
  PASSWORD,
  sessionIdOf,
  signIn,
  signupOf,
} from '../support/users.ts';
import { direct, type Cost } from './world.ts';

/** The calls of the process, accounts, mail and calendar feeds. */
export const ACCOUNT_COSTS: readonly Cost[] = [
  {
    route: 'GET /api/health/live',
    statements: 0,
    prepare: direct(({ anonymous }) => anonymous.get(paths.live())),
  },
  {
    route: 'GET /api/health/ready',
    statements: 1,
    prepare: direct(({ anonymous }) => anonymous.get(paths.ready())),
  },
  {
    // No statement, because browsers report most failures while the database is unavailable.
    route: 'POST /api/telemetry',
    statements: 0,
    prepare: direct(({ anonymous }) =>
      anonymous.post(paths.telemetry(), REQUEST_EXAMPLES.Telemetry?.failedCall?.value),
    ),
  },
  {
    route: 'POST /api/auth/signup',
    statements: 2,
    prepare: direct(({ anonymous }) => anonymous.post(paths.signup(), signupOf('pilot'))),
  },
  {
    // The rate limit.
    route: 'GET /api/auth/common-passwords',
    statements: 1,
    prepare: direct(({ anonymous }) => anonymous.get(paths.commonPasswords())),
  },
  {
    route: 'POST /api/auth/login',
    statements: 12,
    prepare: async ({ server, anonymous }) => {
      const { user } = await createUser(server, 'pilot');
      return () => anonymous.post(paths.login(), { username: user.username, password: PASSWORD });
    },
  },
  {
    route: 'POST /api/auth/password-reset',
    statements: 3,
    prepare: direct(({ anonymous, pilot }) =>
      anonymous.post(paths.passwordReset(), { email: pilot.user.email }),
    ),
  },
  {
    route: 'POST /api/auth/password-reset',
    when: 'for an unknown address',
    statements: 3,
    prepare: direct(({ anonymous }) => anonymous.post(paths.passwordReset(), { email: 'none@example.com' })),
  },
  {
    route: 'PUT /api/auth/password-reset',
    statements: 9,
    prepare: async ({ server, anonymous }) => {
      const { user } = await createUser(server, 'pilot');
      const token = await createResetToken(server, user.id);
      return () => anonymous.put(paths.passwordReset(), { token, newPassword: 'battery staple' });
    },
  },
  {
    route: 'POST /api/auth/logout',
    statements: 3,
    prepare: async ({ server }) => {
      const { client } = await createUser(server, 'pilot');
      return () => client.post(paths.logout());
    },
  },
  {
    route: 'GET /api/user/current',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.currentUser())),
  },
  {
    route: 'POST /api/auth/email-undo',
    statements: 21,
    prepare: async ({ server, anonymous }) => {
      const { user } = await createUser(server, 'pilot');
      const token = await createUndoToken(server, user, `changed.${user.email}`);
      return () => anonymous.post(paths.emailUndo(), { token, newPassword: 'battery staple' });
    },
  },
  {
    route: 'POST /api/auth/email-confirmation',
    statements: 3,
    prepare: async ({ server }) => {
      const { user, client } = await createUnconfirmedUser(server, 'pilot');
      const token = await createConfirmationToken(server, user);
      return () => client.post(paths.emailConfirmation(), { token });
    },
  },
  {
    route: 'POST /api/user/email/confirmation',
    statements: 5,
    prepare: direct(({ pilot }) => pilot.client.post(paths.sendConfirmation())),
  },
  {
    route: 'DELETE /api/user/email/pending',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.delete(paths.pendingEmail())),
  },
  {
    route: 'PUT /api/user/profile',
    when: 'with another email',
    statements: 7,
    prepare: async ({ server }) => {
      const { user, client } = await createUser(server, 'pilot');
      await client.prove();
      return () => client.put(paths.profile(), { name: user.name, email: `new.${user.email}` });
    },
  },
  {
    route: 'PUT /api/user/profile',
    statements: 5,
    prepare: direct(({ pilot }) => {
      const { name, email } = pilot.user;
      return pilot.client.put(paths.profile(), { name, email });
    }),
  },
  {
    route: 'POST /api/user/profile-image',
    statements: 4,
    prepare: async ({ pilot }) => {
      const imageData = `data:image/png;base64,${(await png(8, 8)).toString('base64')}`;
      return () => pilot.client.post(paths.profileImage(), { imageData });
    },
  },
  {
    route: 'PUT /api/user/password',
    statements: 11,
    prepare: async ({ server }) => {
      const { client } = await createUser(server, 'pilot');
      return () => client.put(paths.password(), { currentPassword: PASSWORD, newPassword: 'battery staple' });
    },
  },
  {
    route: 'GET /api/user/sessions',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.sessions())),
  },
  {
    route: 'DELETE /api/user/sessions',
    statements: 4,
    prepare: async ({ pilot: { client } }) => {
      await client.prove();
      return () => client.delete(paths.sessions());
    },
  },
  {
    route: 'DELETE /api/user/sessions/:id',
    statements: 4,
    prepare: async ({ server }) => {
      const { user, client } = await createUser(server, 'pilot');
      const other = await signIn(server, user.username);
      await client.prove();
      return () => client.delete(paths.session(sessionIdOf(other)));
    },
  },
  {
    route: 'GET /api/user/second-factor',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.secondFactor())),
  },
  {
    route: 'POST /api/user/second-factor',
    statements: 4,
    prepare: async ({ pilot: { client } }) => {
      await client.prove();
      return () => client.post(paths.secondFactor());
    },
  },
  {
    route: 'PUT /api/user/second-factor',
    statements: 6,
    prepare: async ({ server }) => {
      const user = await createUser(server, 'pilot');
      const secret = await startSecondFactor(user);
      return () => user.client.put(paths.secondFactor(), { code: codeOf(secret) });
    },
  },
  {
    route: 'DELETE /api/user/second-factor',
    statements: 4,
    prepare: async ({ server }) => {
      const user = await createUser(server, 'pilot');
      await setUpSecondFactor(user);
      await user.client.prove();
      return () => user.client.delete(paths.secondFactor());
    },
  },
  {
    route: 'GET /api/user/export',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.dataExport())),
  },
  {
    route: 'POST /api/user/export',
    statements: 8,
    prepare: async ({ server }) => {
      const { client } = await createUser(server, 'pilot');
      await client.prove();
      return () => client.post(paths.dataExport());
    },
  },
  {
    route: 'GET /api/user/export/file',
    statements: 6,
    prepare: async ({ server }) => {
      const { user, client } = await createUser(server, 'pilot');
      await storeExport(server, user.id);
      return () => client.get(paths.exportFile());
    },
  },
  {
    route: 'GET /api/user/deletion',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.get(paths.deletion())),
  },
  {
    route: 'POST /api/user/deletion',
    statements: 5,
    prepare: async ({ server }) => {
      const { user, client } = await createUser(server, 'pilot');
      await client.prove();
      return () => client.post(paths.deletion(), { username: user.username });
    },
  },
  {
    route: 'DELETE /api/user/deletion',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.delete(paths.deletion())),
  },
  {
    route: 'POST /api/auth/passkey/challenge',
    statements: 2,
    prepare: direct(({ anonymous }) => anonymous.post(paths.passkeyChallenge())),
  },
  {
    route: 'POST /api/auth/passkey',
    statements: 7,
    prepare: async ({ server }) => {
      const { software } = await addPasskey(await createUser(server, 'pilot'));
      const { challenge, browser } = await challengeOf(server);
      return () => browser.post(paths.passkeyLogin(), { passkey: software.sign(challenge) });
    },
  },
  {
    route: 'GET /api/user/passkeys',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.passkeys())),
  },
  {
    route: 'POST /api/user/passkeys/challenge',
    statements: 5,
    prepare: async ({ pilot: { client } }) => {
      await client.prove();
      return () => client.post(paths.passkeyCreation());
    },
  },
  {
    route: 'POST /api/user/passkeys',
    statements: 7,
    prepare: async ({ server }) => {
      const user = await createUser(server, 'pilot');
      const { challenge } = await creationOf(user);
      const body = new SoftwarePasskey(user.user.id).create(challenge);
      return () => user.client.post(paths.passkeys(), body);
    },
  },
  {
    route: 'PUT /api/user/passkeys/:id',
    statements: 4,
    prepare: async ({ server }) => {
      const { user, client } = await createUser(server, 'pilot');
      const { passkey } = await addPasskey({ user, client });
      await client.prove();
      return () => client.put(paths.passkey(passkey.id), { name: 'Phone' });
    },
  },
  {
    route: 'DELETE /api/user/passkeys/:id',
    statements: 4,
    prepare: async ({ server }) => {
      const { user, client } = await createUser(server, 'pilot');
      const { passkey } = await addPasskey({ user, client });
      await client.prove();
      return () => client.delete(paths.passkey(passkey.id));
    },
  },
  {
    route: 'GET /api/user/quotas',
    statements: 3,
    prepare: direct(({ owner }) => owner.client.get(paths.quotas())),
  },
  {
    route: 'GET /api/user/mail',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.mailSettings())),
  },
  {
    route: 'PUT /api/user/mail',
    statements: 4,
    prepare: direct(({ pilot }) => pilot.client.put(paths.mailSettings(), { off: ['job-paid'] })),
  },
  {
    route: 'POST /api/mail/unsubscribe/:token',
    statements: 2,
    prepare: async ({ server, anonymous, pilot }) => {
      const token = await createUnsubscribeToken(server, pilot.user.id);
      return () => anonymous.post(`${paths.unsubscribe(token)}?topic=job-paid`);
    },
  },
  {
    route: 'GET /api/user/calendar',
    statements: 2,
    prepare: direct(({ pilot }) => pilot.client.get(paths.calendar())),
  },
  {
    route: 'PUT /api/user/calendar',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.put(paths.calendar())),
  },
  {
    route: 'POST /api/user/calendar',
    statements: 3,
    prepare: direct(({ pilot }) => pilot.client.post(paths.calendar())),
  },
  {
    route: 'GET /api/calendar/:token.ics',
    statements: 3,
    prepare: async ({ pilot, anonymous }) => {
      const token = await createFeed(pilot);
      return () => anonymous.get(paths.calendarFeed(token));
    },
  },
];
