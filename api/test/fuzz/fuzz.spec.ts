import { createWorld } from '../access-matrix/world.ts';
import { fuzz } from './fuzz.ts';

const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
const REQUESTS = Number(FUZZ_REQUESTS ?? 600);
const SEED = Number(FUZZ_SEED ?? 20_261_127);
/** The tokens of a world expire, so each of these many requests has a new one. */
const REQUESTS_OF_A_WORLD = 5000;
const MOST_MS_PER_REQUEST = 200;
const SHRINKING_MS = 300_000;

/** Prints the progress of a long run that was started manually. */
function print(text: string): void {
  if (FUZZ_REQUESTS !== undefined) process.stdout.write(`${text}\n`);
}

it(
  'requests generated from the OpenAPI document receive documented responses without a 5xx',
  async () => {
    const received = new Set<number>();
    for (let sent = 0; sent < REQUESTS; sent += REQUESTS_OF_A_WORLD) {
      const world = await createWorld();
      const requests = Math.min(REQUESTS_OF_A_WORLD, REQUESTS - sent);
      const { statuses, failure } = await fuzz(world, requests, SEED + sent);
      await world.server.close();
      const counts = [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`);
      print(`seed ${SEED + sent}, ${requests} requests, responses ${counts.join(', ')}`);
      expect(failure).toBeNull();
      for (const status of statuses.keys()) received.add(status);
    }
    // The requests are valid, nearly valid and invalid.
    expect([...received]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 409]));
  },
  REQUESTS * MOST_MS_PER_REQUEST + SHRINKING_MS,
);
