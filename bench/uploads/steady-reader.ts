import { Agent, get } from 'node:http';

/** What to read, and how often, until the next message. */
export interface ReadOrder {
  url: string;
  cookie: string;
  everyMs: number;
}

const agent = new Agent({ keepAlive: true });
let latencies: number[] = [];
let failures = 0;

/** One read; its latency counts from the moment at which it was due, so that a late start is not forgiven. */
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

/** Reads at a fixed rate, whether answers come or not. Answers how to stop. */
function start(order: ReadOrder): () => void {
  const begun = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (; begun + sent * order.everyMs <= performance.now(); sent += 1) {
      read(order, begun + sent * order.everyMs);
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
