import { figures as recorded, goalResult, median, printTable } from '../figures.ts';
import type { Load } from './measure-load.ts';
import type { MeasuredPage } from './pages.ts';

/** Loads of a page, from the released modules and from one bundle. */
export interface Comparison {
  page: MeasuredPage;
  released: Load[];
  bundle: Load[];
}

/** Maximum ratio of the largest contentful paint to that of one bundle. */
const LATEST_PAINT = 1.03;

const kib = (bytes: number): string => (bytes / 1024).toFixed(1);
const ratio = (one: number, other: number): string => (one / other).toFixed(2);

const HEAD = ['page', '', 'scripts', 'KiB', 'sequential', 'LCP', 'second visit KiB'];

interface Figures {
  scripts: number;
  bytes: number;
  chain: number;
  lcp: number;
  secondVisit: number;
}

function figuresOf(loads: readonly Load[]): Figures {
  const of = (key: keyof Load) => median(loads.map((load) => load[key]));
  return {
    scripts: of('scripts'),
    bytes: of('bytes'),
    chain: of('chain'),
    lcp: of('lcp'),
    secondVisit: Math.max(...loads.map((load) => load.secondVisit)),
  };
}

function row(name: string, what: string, figures: Figures): string[] {
  const { scripts, bytes, chain, lcp, secondVisit } = figures;
  return [name, what, String(scripts), kib(bytes), String(chain), lcp.toFixed(0), kib(secondVisit)];
}

function rowsOf({ page, released, bundle }: Comparison): string[][] {
  const [ours, theirs] = [figuresOf(released), figuresOf(bundle)];
  const goalOf = (share: number, most: number) => ({ text: `≤ ${most} ×`, reached: share <= most });
  recorded.push(
    {
      name: `scripts of ${page.name}, brotli`,
      unit: 'KiB',
      value: ours.bytes / 1024,
      baseline: theirs.bytes / 1024,
      goal: goalOf(ours.bytes / theirs.bytes, page.mostBytes),
    },
    {
      name: `largest contentful paint of ${page.name}`,
      unit: 'ms',
      value: ours.lcp,
      baseline: theirs.lcp,
      goal: goalOf(ours.lcp / theirs.lcp, LATEST_PAINT),
    },
  );
  const extra = ours.scripts - theirs.scripts;
  const chain = ours.chain - theirs.chain;
  return [
    row(page.name, 'released', ours),
    row('', 'one bundle', theirs),
    [
      '',
      '',
      `${extra > 0 ? '+' : ''}${extra}`,
      `× ${ratio(ours.bytes, theirs.bytes)} (≤ ${page.mostBytes})`,
      `${chain > 0 ? '+' : ''}${chain}`,
      `× ${ratio(ours.lcp, theirs.lcp)}`,
      '',
    ],
  ];
}

function goalLines(comparisons: readonly Comparison[]): string[] {
  const figures = comparisons.map(({ page, released, bundle }) => ({
    page,
    ours: figuresOf(released),
    theirs: figuresOf(bundle),
  }));
  const isSmall = figures.every(({ page, ours, theirs }) => ours.bytes / theirs.bytes <= page.mostBytes);
  const lcp = Math.max(...figures.map(({ ours, theirs }) => ours.lcp / theirs.lcp));
  const chain = Math.max(...figures.map(({ ours, theirs }) => ours.chain - theirs.chain));
  const again = Math.max(...figures.map(({ ours }) => ours.secondVisit));
  return [
    `Bytes within the limit of each page: ${goalResult(isSmall)}. ` +
      `Largest contentful paint: at most × ${lcp.toFixed(2)} (≤ ${LATEST_PAINT} ${goalResult(lcp <= LATEST_PAINT)}).`,
    `All pages: ${chain} more sequential requests (0 ${goalResult(chain <= 0)}), ` +
      `${kib(again)} KiB of scripts on a second visit (0 ${goalResult(again === 0)}).`,
  ];
}

/** Prints medians of all rounds: compressed bytes of scripts, sequential requests, times in ms. */
export function printFederation(comparisons: readonly Comparison[], rounds: number): void {
  const table = [HEAD, ...comparisons.flatMap(rowsOf)];
  process.stdout.write(`\nMedians of ${rounds} rounds, 1.6 Mbit/s, 150 ms, a quarter of the processor.\n\n`);
  printTable(table, 2);
  process.stdout.write(`\n${goalLines(comparisons).join('\n')}\n`);
}
