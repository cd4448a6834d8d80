import Fastify from 'fastify';

export interface Delivery {
  body: string;
  signature: string;
}

/** An endpoint for webhooks that answers as it is told and hands on what arrives, in order. */
export async function startWebhookReceiver() {
  const arrived: Delivery[] = [];
  const waiting: ((delivery: Delivery) => void)[] = [];
  const statuses: number[] = [];

  const app = Fastify({ forceCloseConnections: true });
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.post<{ Body: string }>('/webhook', (request, reply) => {
    const delivery = { body: request.body, signature: String(request.headers['stripe-signature']) };
    const resolve = waiting.shift();
    if (resolve) resolve(delivery);
    else arrived.push(delivery);
    return reply.code(statuses.shift() ?? 200).send();
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });

  return {
    url: `${address}/webhook`,
    /** Deliveries that nobody has asked for yet. */
    arrived,
    /** The next delivery: one that has arrived, or the first that will. */
    next(): Promise<Delivery> {
      const delivery = arrived.shift();
      if (delivery) return Promise.resolve(delivery);
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    /** Statuses for the next deliveries; after them every one is answered 200. */
    answerWith(...next: number[]): void {
      statuses.push(...next);
    },
    close: () => app.close(),
  };
}
