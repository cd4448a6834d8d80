import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { texts } from './browser/texts.ts';
import { parseForm, Params, type Form } from './call.ts';
import type { EventOutbox } from './events.ts';
import type { PaymentIntents } from './payment-intents.ts';

interface BankRoute {
  Params: { attempt: string };
  Body: Form | undefined;
}

const { title, question, complete, fail } = texts.challenge;

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
button { font: inherit; padding: .5rem 1rem; margin: 0 .5rem .5rem 0 }
`;
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

/** The form leads to this server, and then to the product, which is the same origin behind a gateway. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const page = (amount: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
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
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
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
