import type { FastifyInstance, FastifyRequest } from 'fastify';
import { texts } from './browser/texts.ts';
import type { EventOutbox } from './event.ts';
import { parseForm, Params, type Form } from './http/params.ts';
import type { PaymentIntents } from './payment-intent.ts';

interface BankRoute {
  Params: { attempt: string };
  Body: Form | undefined;
}

const { title, question, complete, fail } = texts.challenge;

const page = (amount: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<main>
<h1>${title}</h1>
<p>${question(amount)}</p>
<form method="post">
<button name="outcome" value="complete">${complete}</button>
<button name="outcome" value="fail">${fail}</button>
</form>
</main>
`;

/**
 * Serves the page of the cardholder's bank, to which some cards lead. It returns the payer to the product, with the same
 * parameters as the provider.
 */
export function serveBankPage(app: FastifyInstance, intents: PaymentIntents, outbox: EventOutbox): void {
  app.get('/bank/:attempt', (request: FastifyRequest<BankRoute>, reply) =>
    reply.type('text/html; charset=utf-8').send(page(intents.amountAtBank(request.params.attempt))),
  );
  app.post('/bank/:attempt', async (request: FastifyRequest<BankRoute>, reply) => {
    const params = new Params(request.body ?? parseForm(''));
    params.requiredText('outcome');
    const outcome = params.oneOf('outcome', ['complete', 'fail']);
    const address = intents.returnFromBank(request.params.attempt, outcome === 'complete');
    await outbox.commit();
    return reply.redirect(address, 303);
  });
}
