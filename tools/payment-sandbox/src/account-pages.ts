import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VISIT_OUTCOMES, type Accounts, type VisitOutcome } from './accounts.ts';
import { parseForm, Params, type Form } from './call.ts';
import type { EventOutbox } from './events.ts';
import { outcomePage, PAGE_POLICY } from './page.ts';
import type { AccountLink } from './store.ts';

interface AccountRoute {
  Params: { token: string };
  Body: Form | undefined;
}

const PAGES: Readonly<Record<AccountLink['page'], string>> = {
  'set-up': outcomePage({
    title: 'Payout account',
    text: 'Stripe asks here for the details and the bank account of the pilot. In the sandbox, choose the result.',
    outcomes: {
      complete: 'Complete the set-up',
      information: 'Complete it; more information is due later',
      refuse: 'Have the account refused',
      leave: 'Leave without finishing',
    } satisfies Record<VisitOutcome, string>,
  }),
  dashboard: outcomePage({
    title: 'Payout dashboard',
    text: 'Stripe shows here the balance, the payouts and the bank account of the pilot. In the sandbox, choose what happens.',
    outcomes: {
      leave: 'Back to the product',
      information: 'Have more information requested',
      refuse: 'Have the account refused',
    } satisfies Partial<Record<VisitOutcome, string>>,
  }),
};

/** Returns the complete address of a page of the product, which may be relative to the address of this visit. */
const addressFor = ({ protocol, host }: FastifyRequest<AccountRoute>, address: string): string =>
  new URL(address, `${protocol}://${host}`).href;

/** Serves the provider's pages of an account: its set-up and its dashboard. They return the pilot to the product. */
export function serveAccountPages(app: FastifyInstance, accounts: Accounts, outbox: EventOutbox): void {
  app.get('/connect/:token', (request: FastifyRequest<AccountRoute>, reply) => {
    const found = accounts.pageOf(request.params.token);
    if ('expired' in found) return reply.redirect(addressFor(request, found.expired), 303);
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(PAGES[found.page]);
  });
  app.post('/connect/:token', async (request: FastifyRequest<AccountRoute>, reply) => {
    const params = new Params(request.body ?? parseForm(''));
    const address = accounts.finish(request.params.token, params.requiredChoice('outcome', VISIT_OUTCOMES));
    await outbox.commit();
    return reply.redirect(addressFor(request, address), 303);
  });
}
