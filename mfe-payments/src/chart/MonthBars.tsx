import { useState, type KeyboardEvent } from 'react';
import { formatCents } from '@dps/contract';
import { Tooltip } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { Bar, Bars, Column, Line, linePosition, Name, Plot } from './chart-parts.ts';
import { letterOfMonth, longMonth, shortMonth, ticksFor, type Month } from './months.ts';

const rounded = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

const STEPS: Partial<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(index - 1, 0),
  ArrowRight: (index, last) => Math.min(index + 1, last),
  Home: () => 0,
  End: (_index, last) => last,
};

const factsOf = ({ key, cents, count }: Month) =>
  texts.chart.facts(longMonth(key), formatCents(cents), count);

/**
 * A bar for each month, in HTML so that zoom, themes and forced colors apply. The chart is one tab stop; the arrow keys
 * move between the months.
 */
export function MonthBars({ months, label }: { months: readonly Month[]; label: string }) {
  const last = months.length - 1;
  const [current, setCurrent] = useState(last);
  const ticks = ticksFor(Math.max(...months.map(({ cents }) => cents)));
  const top = ticks.at(-1) ?? 1;

  const move = (event: KeyboardEvent<HTMLOListElement>) => {
    const next = STEPS[event.key]?.(current, last);
    if (next === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role="img"]')[next]?.focus();
  };
  return (
    <Plot>
      {ticks.map((tick) => (
        <Line key={tick} style={{ bottom: linePosition(tick / top) }} aria-hidden>
          {rounded.format(tick / 100)}
        </Line>
      ))}
      <Bars role="list" aria-label={label} onKeyDown={move}>
        {months.map((month, index) => (
          <li key={month.key}>
            <Tooltip title={factsOf(month)} describeChild={false} placement="top" enterTouchDelay={0}>
              <Column
                role="img"
                aria-label={factsOf(month)}
                tabIndex={index === current ? 0 : -1}
                onFocus={() => setCurrent(index)}
              >
                <Bar style={{ height: `${(100 * month.cents) / top}%` }} data-none={month.cents === 0} />
              </Column>
            </Tooltip>
            <Name aria-hidden data-short={letterOfMonth(month.key)}>
              {shortMonth(month.key)}
            </Name>
          </li>
        ))}
      </Bars>
    </Plot>
  );
}
