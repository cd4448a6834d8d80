import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SET_UP_OUTCOMES, type Accounts, type SetUpOutcome } from './accounts.ts';
import { parseForm, Params, type Form } from './call.ts';
import type { EventOutbox } from './events.ts';
import { outcomePage, PAGE_POLICY } from './page.ts';

interface SetUpRoute {
  Params: { token: string };
  Body: Form | undefined;
}

const PAGE = outcomePage({
  title: 'Payout account',
  text: 'Stripe asks here for the details and the bank account of the pilot. In the sandbox, choose the result.',
  outcomes: {
    complete: 'Complete the set-up',
    information: 'Complete it; more information is due later',
    refuse: 'Have the account refused',
    leave: 'Leave without finishing',
  } satisfies Record<SetUpOutcome, string>,
});

/** Serves the provider's page that sets an account up. It returns the pilot to the product. */
export function serveSetUpPage(app: FastifyInstance, accounts: Accounts, outbox: EventOutbox): void {
  app.get('/connect/:token', (request: FastifyRequest<SetUpRoute>, reply) => {
    const expired = accounts.refreshOf(request.params.token);
    if (expired !== null) return reply.redirect(expired, 303);
    return reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(PAGE);
  });
  app.post('/connect/:token', async (request: FastifyRequest<SetUpRoute>, reply) => {
    const params = new Params(request.body ?? parseForm(''));
    const address = accounts.finish(request.params.token, params.requiredChoice('outcome', SET_UP_OUTCOMES));
    await outbox.commit();
    return reply.redirect(address, 303);
  });
}
