import { setTimeout as delay } from 'node:timers/promises';

/** Clients that sign in repeatedly, each as soon as it has the response. */
export interface SignInOrder {
  url: string;
  /** One account for each client, at most 256. */
  usernames: string[];
  password: string;
  milliseconds: number;
}

/** Responses by their meaning, and the times of the successful sign-ins in milliseconds. */
export interface SignIns {
  times: number[];
  /** 503 with a time to retry. */
  refused: number;
}

interface Client {
  body: string;
  /** Each client has its own network: the API limits the sign-ins of a network. */
  address: string;
}

async function signInUntil(end: number, client: Client, url: string, signIns: SignIns): Promise<void> {
  const { body, address } = client;
  while (performance.now() < end) {
    const started = performance.now();
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.arrayBuffer();
    if (response.status === 200) {
      signIns.times.push(performance.now() - started);
    } else if (response.status === 503) {
      signIns.refused += 1;
      const wait = Number(response.headers.get('retry-after')) * 1000;
      await delay(Math.max(0, Math.min(wait, end - performance.now())));
    } else {
      throw new Error(`A sign-in returned ${response.status}`);
    }
  }
}

process.on('message', (order: SignInOrder) => {
  const signIns: SignIns = { times: [], refused: 0 };
  const end = performance.now() + order.milliseconds;
  const clients = order.usernames.map((username, index) => {
    const body = JSON.stringify({ username, password: order.password });
    return signInUntil(end, { body, address: `10.0.${index}.1` }, order.url, signIns);
  });
  void Promise.all(clients).then(() => process.send?.(signIns));
});
