// Sends requests at full speed from a process of its own, which does not delay the measured calls.
import autocannon from 'autocannon';
import { pdfUpload } from './accounts.ts';

/** Requests to send: the lanes in parallel, the requests of a lane in sequence. Each lane has the same number of them. */
export interface Order {
  url: string;
  lanes: { path: string; cookie?: string; body?: object }[][];
  /** Size of the file that each request uploads. Without it, a request sends its body. */
  fileBytes?: number;
}

/** The number of responses with a status of 2xx, and of all others. */
export interface Sent {
  succeeded: number;
  refused: number;
}

async function send({ url, lanes, fileBytes }: Order): Promise<Sent> {
  const file = fileBytes === undefined ? '' : JSON.stringify(pdfUpload(fileBytes));
  let next = 0;
  const result = await autocannon({
    url,
    method: 'POST',
    connections: lanes.length,
    amount: lanes.flat().length,
    timeout: 120,
    setupClient: (client) => {
      const requests = (lanes[next] ?? []).map(({ path, cookie = '', body }) => ({
        path,
        method: 'POST' as const,
        headers: { 'content-type': 'application/json', cookie },
        body: file || JSON.stringify(body),
      }));
      next += 1;
      client.setRequests(requests);
    },
  });
  return { succeeded: result['2xx'], refused: result.non2xx + result.errors };
}

process.on('message', (order: Order) => void send(order).then((sent) => process.send?.(sent)));
