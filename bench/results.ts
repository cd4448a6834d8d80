import type { Figure } from './figures.ts';

/** The figures of one part of the measurements. */
export interface PartResult {
  /** `api`, `web`. */
  part: string;
  figures: readonly Figure[];
  /** False if the program of the part failed. */
  completed: boolean;
}

const HEAD = ['Part', 'Figure', 'Value', 'Baseline', 'Ratio', 'Goal', 'Result'];

/** Two decimals below 100, and none from 100 on. */
const rounded = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });

function cellsOf(part: string, { name, unit, value, baseline, goal }: Figure): string[] {
  const result = goal && (goal.reached ? 'reached' : 'missed');
  return [
    part,
    name,
    `${rounded(value)} ${unit}`,
    baseline === undefined ? '' : `${rounded(baseline)} ${unit}`,
    baseline === undefined ? '' : (value / baseline).toFixed(2),
    goal?.text ?? '',
    result ?? '',
  ];
}

/** Returns the figures of all parts as one Markdown table. A part that failed has one row. */
export function markdownOf(results: readonly PartResult[]): string {
  const rows = results.flatMap(({ part, figures, completed }) => [
    ...figures.map((figure) => cellsOf(part, figure)),
    ...(completed ? [] : [[part, 'the program failed', '', '', '', '', '']]),
  ]);
  const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}
