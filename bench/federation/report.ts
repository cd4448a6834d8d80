import type { Load } from './measure-load.ts';
import type { MeasuredPage } from './pages.ts';

/** A page as it is released and out of one bundle, loaded by turns. */
export interface Comparison {
  page: MeasuredPage;
  released: Load[];
  bundle: Load[];
}

/** What federation may cost on the pages that the goals are about. */
const GOALS = { bytes: 1.1, lcp: 1.05 };

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

const kib = (bytes: number): string => (bytes / 1024).toFixed(1);
const ratio = (one: number, other: number): string => (one / other).toFixed(2);

const HEAD = ['page', '', 'scripts', 'KiB', 'in a row', 'LCP', 'second visit KiB'];

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
  const extra = ours.scripts - theirs.scripts;
  const chain = ours.chain - theirs.chain;
  return [
    row(page.name, 'released', ours),
    row('', 'one bundle', theirs),
    [
      '',
      '',
      `${extra > 0 ? '+' : ''}${extra}`,
      `× ${ratio(ours.bytes, theirs.bytes)}`,
      `${chain > 0 ? '+' : ''}${chain}`,
      `× ${ratio(ours.lcp, theirs.lcp)}`,
      '',
    ],
  ];
}

function verdicts(comparisons: readonly Comparison[]): string[] {
  const figures = comparisons.map(({ page, released, bundle }) => ({
    page,
    ours: figuresOf(released),
    theirs: figuresOf(bundle),
  }));
  const goals = figures.filter(({ page }) => page.goal);
  const worst = (key: 'bytes' | 'lcp') =>
    Math.max(...goals.map(({ ours, theirs }) => ours[key] / theirs[key]));
  const chain = Math.max(...figures.map(({ ours, theirs }) => ours.chain - theirs.chain));
  const again = Math.max(...figures.map(({ ours }) => ours.secondVisit));
  const verdict = (reached: boolean) => (reached ? 'reached' : 'missed');
  return [
    `Dashboards: × ${worst('bytes').toFixed(2)} of the bytes (≤ ${GOALS.bytes} ${verdict(worst('bytes') <= GOALS.bytes)}), ` +
      `× ${worst('lcp').toFixed(2)} of the largest contentful paint (≤ ${GOALS.lcp} ${verdict(worst('lcp') <= GOALS.lcp)}).`,
    `All pages: ${chain} more requests in a row (0 ${verdict(chain <= 0)}), ` +
      `${kib(again)} KiB of scripts on a second visit (0 ${verdict(again === 0)}).`,
  ];
}

/** Prints medians of all rounds: bytes of scripts as they travelled, requests that wait for each other, times in ms. */
export function printFederation(comparisons: readonly Comparison[], rounds: number): void {
  const table = [HEAD, ...comparisons.flatMap(rowsOf)];
  const widths = HEAD.map((_head, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  process.stdout.write(`\nMedians of ${rounds} rounds, 1.6 Mbit/s, 150 ms, a quarter of the processor.\n\n`);
  for (const cells of table) {
    const line = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column < 2 ? cell.padEnd(width) : cell.padStart(width);
    });
    process.stdout.write(`${line.join('  ').trimEnd()}\n`);
  }
  process.stdout.write(`\n${verdicts(comparisons).join('\n')}\n`);
}
