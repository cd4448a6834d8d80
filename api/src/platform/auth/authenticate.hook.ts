import type { FastifyInstance } from 'fastify';
import { Passport, type Strategy } from 'passport';
import { paths } from '@dps/contract';
import { DomainError } from '../errors/domain-error.ts';
import { isPublic, refusal, type SessionUser } from './access.policy.ts';

/** Names the user of a response. Browsers keep responses for this user alone, for work without a network. */
const USER_HEADER = 'x-user-id';

/**
 * Authenticates each request by its session, before the body is read. Refuses it if the page of the browser shows another user
 * than that of the session, or if the role is not allowed.
 */
export function authenticateRequests(fastify: FastifyInstance, sessions: Strategy): void {
  // The package's default instance would be shared by all servers of the process.
  const passport = new Passport().use('session', sessions);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { permission } = request.routeOptions.config;
    if (!permission || isPublic(permission)) {
      done();
      return;
    }
    const pageUser = request.headers[paths.PAGE_USER_HEADER];
    const complete = (error: Error | null, user?: SessionUser | false | null) => {
      if (user && pageUser !== undefined && pageUser !== String(user.id)) {
        done(new DomainError('other_user'));
        return;
      }
      if (user) {
        request.user = user;
        void reply.header(USER_HEADER, String(user.id));
      }
      done(error ?? refusal(permission, request.user) ?? undefined);
    };
    passport.authenticate('session', { session: false }, complete)(request, reply, done);
  });
}
