import { Agent, get } from 'node:http';

/** The request to repeat until the next message. */
export interface ReadOrder {
  url: string;
  cookie: string;
  everyMs: number;
}

const agent = new Agent({ keepAlive: true });
let latencies: number[] = [];
let failures = 0;

/** Sends one request. Its latency starts at its due time, so a late start counts too. */
function read({ url, cookie }: ReadOrder, due: number): void {
  const request = get(url, { agent, headers: { cookie } }, (response) => {
    response.resume();
    response.once('end', () => {
      if (response.statusCode === 200) latencies.push(performance.now() - due);
      else failures += 1;
    });
  });
  request.once('error', () => (failures += 1));
}

/** Reads at a fixed rate, independent of the responses. Returns a function that stops. */
function start(order: ReadOrder): () => void {
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; started + sent * order.everyMs <= performance.now(); sent += 1) {
      read(order, started + sent * order.everyMs);
    }
  }, 1);
  return () => clearInterval(timer);
}

let stop: (() => void) | undefined;
process.on('message', (order: ReadOrder | 'stop') => {
  if (order === 'stop') {
    stop?.();
    process.send?.({ latencies, failures });
    return;
  }
  latencies = [];
  failures = 0;
  stop = start(order);
});
