import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '@dps/local-stack/process/managed-process';
import { LINK_FAULTS, type LinkFault } from './faulty-proxy.ts';
import { LINKS, type FaultyProduct, type Link } from './product.ts';

const TEN_MINUTES_MS = 600_000;

/** A fault with its repair. */
export interface Scenario {
  name: string;
  /** Causes the fault, waits, and repairs it. `seconds` is the duration of a long fault. */
  run: (product: FaultyProduct, seconds: number) => Promise<void>;
  /** Returns why the fault cannot be caused here, or null. */
  problem?: (product: FaultyProduct) => string | null;
  /** True for a scenario of the shortest run. */
  isShort?: boolean;
}

/** Links and faults of the shortest run. */
const SHORT = new Set(['api-database: reset', 'gateway-api: halve', 'gateway-store: corrupt']);

const onLink = (link: Link, fault: LinkFault): Scenario => ({
  name: `${link}: ${fault}`,
  isShort: SHORT.has(`${link}: ${fault}`),
  run: async ({ setFault }, seconds) => {
    setFault(link, fault);
    await delay(Math.min(seconds, 5) * 1_000);
    setFault(link, null);
  },
});

const links: Scenario[] = [
  ...LINKS.flatMap((link) => LINK_FAULTS.map((fault) => onLink(link, fault))),
  // The other links have checksums of their own, or end at one process.
  onLink('gateway-store', 'corrupt'),
];

const shifted = (direction: 1 | -1): Scenario => ({
  name: `clock of the API ${direction > 0 ? 'fast' : 'slow'} by ten minutes`,
  run: async ({ api }, seconds) => {
    const { command, environment } = api.options;
    const [node = '', ...program] = command;
    await api.restart({
      command: [node, '--import', join(import.meta.dirname, 'shift-clock.ts'), ...program],
      environment: { ...environment, CLOCK_SHIFT_MS: String(direction * TEN_MINUTES_MS) },
    });
    await delay(Math.min(seconds, 5) * 1_000);
    await api.restart({ command, environment });
  },
});

const KILLS = 3;

const killed = (name: string, processOf: (product: FaultyProduct) => ManagedProcess): Scenario => ({
  name: `${name} killed three times`,
  isShort: name === 'API',
  run: async (product) => {
    const server = processOf(product);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await server.kill();
      await server.start();
      await delay(500);
    }
  },
});

/** All faults, in order. */
export const SCENARIOS: readonly Scenario[] = [
  ...links,
  killed('API', ({ api }) => api),
  killed('gateway', ({ gateway }) => gateway),
  {
    name: 'PostgreSQL killed',
    isShort: true,
    run: async ({ killDatabase, startDatabase }) => {
      await killDatabase();
      await startDatabase();
    },
  },
  {
    name: 'PostgreSQL gone for a minute',
    run: async ({ stopDatabase, startDatabase }, seconds) => {
      await stopDatabase();
      await delay(seconds * 1_000);
      await startDatabase();
    },
  },
  {
    name: 'disk of PostgreSQL full',
    run: async ({ disk }, seconds) => {
      disk?.fill();
      await delay(Math.min(seconds, 5) * 1_000);
      await disk?.free();
    },
    problem: ({ disk }) => (disk ? null : 'needs the right to mount a disk'),
  },
  shifted(1),
  shifted(-1),
];
