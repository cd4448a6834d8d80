/** Limit of a figure: of its ratio to the baseline, or of its value. */
export interface Goal {
  atLeast?: number;
  atMost?: number;
  of?: 'ratio' | 'value';
}

/** One row of a table. */
export interface Figure {
  /** The measured operation: `job by id, 10,000 jobs`. */
  name: string;
  /** `requests/s`, `ms`, `KiB`. */
  unit: string;
  /** The value of each round. */
  values: readonly number[];
  /** The same figure of the baseline in the same rounds. Absent without a baseline. */
  baselines?: readonly number[];
  /** Undefined without a goal. */
  goal?: Goal | undefined;
}

/** Returns the value below which a share of the values lies, for example 0.99 for the 99th percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

const HEAD = ['Figure', 'Product', 'Baseline', 'Ratio (rounds)', 'Goal', 'Result'];

const rounded = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

/** Returns the median of the ratios, with the smallest and the largest one. */
function ratiosOf({ values, baselines = [] }: Figure): { ratio: number; text: string } {
  const ratios = values.map((value, round) => value / (baselines[round] ?? NaN));
  const ratio = median(ratios);
  const range = [Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(2)).join(' to ');
  return { ratio, text: ratios.length > 1 ? `× ${ratio.toFixed(2)} (${range})` : `× ${ratio.toFixed(2)}` };
}

function cellsOf(figure: Figure): string[] {
  const { name, unit, values, baselines, goal } = figure;
  const { ratio, text } = ratiosOf(figure);
  const cells = [name, `${rounded(median(values))} ${unit}`];
  cells.push(...(baselines ? [`${rounded(median(baselines))} ${unit}`, text] : ['', '']));
  if (!goal) return [...cells, '', ''];
  const { atLeast, atMost, of = 'ratio' } = goal;
  const reached = of === 'ratio' ? ratio : median(values);
  const limit = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
  const isReached = atLeast === undefined ? reached <= (atMost ?? NaN) : reached >= atLeast;
  return [...cells, of === 'ratio' ? `${limit} ×` : `${limit} ${unit}`, isReached ? 'reached' : 'missed'];
}

/** Prints a Markdown table, whose first row is its head. */
export function printTable([head = [], ...rows]: readonly string[][]): void {
  const lines = [head, head.map(() => '---'), ...rows];
  process.stdout.write(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}

/** Prints the medians of all rounds. */
export const printFigures = (figures: readonly Figure[]): void => printTable([HEAD, ...figures.map(cellsOf)]);
