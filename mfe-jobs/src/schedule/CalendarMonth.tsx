import { useState, type KeyboardEvent } from 'react';
import { formatDay, localDay } from '@dps/shared-contracts';
import { FONT_SIZES, styled } from '@dps/ui';
import { texts } from '../texts.ts';
import { CalendarDay } from './CalendarDay.tsx';
import { dayByKey } from './month-keys.ts';
import { monthWeeks } from './month-weeks.ts';

const Month = styled('table')({ width: '100%', tableLayout: 'fixed', borderSpacing: 3 });
const Weekday = styled('th')(({ theme }) => ({
  fontSize: FONT_SIZES.xs,
  fontWeight: 550,
  color: theme.vars.palette.text.secondary,
}));
// Days that share a cell are stacked: side by side they are too narrow to touch.
const Cell = styled('td')({
  padding: 0,
  height: 50,
  '& > div': { display: 'flex', flexDirection: 'column', gap: 2, height: '100%' },
});

/** As the ref of the current day it moves the focus there, when the calendar opens and after each key. */
function focusDay(day: HTMLButtonElement | null): void {
  day?.focus();
}

interface CalendarMonthProps {
  /** The current time. The grid shows its month. */
  now: Date;
  /** The id of the heading that names the month. */
  labelledBy: string;
  jobsByDay: ReadonlyMap<string, number>;
  /** As `YYYY-MM-DD`. */
  chosen: string;
  onChoose: (day: string) => void;
}

/**
 * The days of the current month as an ARIA grid: arrow keys, Home and End move the focus, Enter and Space choose a day.
 * Today and days with jobs are marked.
 */
export function CalendarMonth({ now, labelledBy, jobsByDay, chosen, onChoose }: CalendarMonthProps) {
  const year = now.getFullYear();
  const month = now.getMonth();
  const dayOf = (number: number) => localDay(new Date(year, month, number));
  const [current, setCurrent] = useState(Number(chosen.slice(-2)));
  const move = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, year, month, current);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
  };
  const choose = (number: number) => {
    setCurrent(number);
    onChoose(dayOf(number));
  };
  return (
    <Month role="grid" aria-labelledby={labelledBy} onKeyDown={move}>
      <thead>
        <tr>
          {texts.schedule.weekdays.map((weekday) => (
            <Weekday key={weekday} scope="col">
              {weekday}
            </Weekday>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(year, month).map((week) => (
          <tr key={week[0]?.index}>
            {week.map(({ index, days }) => (
              <Cell key={index} role="gridcell">
                <div>
                  {days.map((number) => (
                    <CalendarDay
                      key={number}
                      ref={number === current ? focusDay : undefined}
                      number={number}
                      name={formatDay(dayOf(number))}
                      jobs={jobsByDay.get(dayOf(number)) ?? 0}
                      chosen={dayOf(number) === chosen}
                      today={dayOf(number) === localDay(now)}
                      current={number === current}
                      onChoose={() => choose(number)}
                    />
                  ))}
                </div>
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Month>
  );
}
