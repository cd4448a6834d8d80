import type { FastifyInstance, FastifyRequest } from 'fastify';
import { texts } from './browser/texts.ts';
import { parseForm, Params, type Form } from './call.ts';
import type { EventOutbox } from './events.ts';
import { outcomePage, PAGE_POLICY } from './page.ts';
import type { PaymentIntents } from './payment-intents.ts';

interface BankRoute {
  Params: { attempt: string };
  Body: Form | undefined;
}

const { title, question, complete, fail } = texts.challenge;

const page = (amount: string) => outcomePage({ title, text: question(amount), outcomes: { complete, fail } });

/**
 * Serves the page of the cardholder's bank, to which some cards lead. It returns the payer to the product, with the same
 * parameters as the provider.
 */
export function serveBankPage(app: FastifyInstance, intents: PaymentIntents, outbox: EventOutbox): void {
  app.get('/bank/:attempt', (request: FastifyRequest<BankRoute>, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_POLICY)
      .send(page(intents.amountAtBank(request.params.attempt))),
  );
  app.post('/bank/:attempt', async (request: FastifyRequest<BankRoute>, reply) => {
    const params = new Params(request.body ?? parseForm(''));
    const outcome = params.requiredChoice('outcome', ['complete', 'fail']);
    const address = intents.returnFromBank(request.params.attempt, outcome === 'complete');
    await outbox.commit();
    return reply.redirect(address, 303);
  });
}
