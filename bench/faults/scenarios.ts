import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LINK_FAULTS, type LinkFault } from './faulty-proxy.ts';
import { LINKS, type FaultyProduct, type Link } from './product.ts';

const TEN_MINUTES_MS = 600_000;
const KILLS = 3;

/** A fault with its repair. */
export interface Scenario {
  name: string;
  /** Causes the fault, waits, and repairs it. `seconds` is the duration of a long fault. */
  run: (product: FaultyProduct, seconds: number) => Promise<void>;
  /** True for a scenario of the shortest run. */
  isShort?: boolean;
}

/** Links and faults of the shortest run. */
const SHORT = new Set(['api-database: reset', 'gateway-api: halve']);

const short = (seconds: number) => delay(Math.min(seconds, 5) * 1_000);

const onLink = (link: Link, fault: LinkFault): Scenario => ({
  name: `${link}: ${fault}`,
  isShort: SHORT.has(`${link}: ${fault}`),
  run: async ({ setFault }, seconds) => {
    setFault(link, fault);
    await short(seconds);
    setFault(link, null);
  },
});

const shifted = (direction: 1 | -1): Scenario => ({
  name: `clock of the API ${direction > 0 ? 'fast' : 'slow'} by ten minutes`,
  run: async ({ api }, seconds) => {
    const { command, environment } = api.options;
    const [node = '', ...program] = command;
    await api.restart({
      command: [node, '--import', join(import.meta.dirname, 'shift-clock.ts'), ...program],
      environment: { ...environment, CLOCK_SHIFT_MS: String(direction * TEN_MINUTES_MS) },
    });
    await short(seconds);
    await api.restart({ command, environment });
  },
});

const fullDisk = ({ fill, free }: NonNullable<FaultyProduct['disk']>): Scenario => ({
  name: 'disk of PostgreSQL full',
  run: async (_product, seconds) => {
    fill();
    await short(seconds);
    await free();
  },
});

/** Returns all faults, in order. Without the right to mount a disk, none fills it. */
export const scenariosOf = ({ disk }: FaultyProduct): Scenario[] => [
  ...LINKS.flatMap((link) => LINK_FAULTS.map((fault) => onLink(link, fault))),
  {
    name: 'API killed three times',
    isShort: true,
    run: async ({ api }) => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await api.kill();
        await api.start();
        await delay(500);
      }
    },
  },
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
  ...(disk ? [fullDisk(disk)] : []),
  shifted(1),
  shifted(-1),
];
