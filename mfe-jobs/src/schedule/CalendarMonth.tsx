import { useState, type KeyboardEvent } from 'react';
import { formatDay, localDay } from '@dps/contract';
import { FONT_SIZES, styled } from '@dps/ui';
import { texts } from '../texts.ts';
import { CalendarDay } from './CalendarDay.tsx';
import { dayByKey } from './schedule.ts';
import { monthWeeks } from './month-weeks.ts';
import { monthOf } from './shown-month.ts';

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

/** As the ref of the current day it moves the focus there, when the month opens and after each key. */
function focusDay(day: HTMLButtonElement | null): void {
  day?.focus();
}

interface CalendarMonthProps {
  /** The current time, to mark today. */
  now: Date;
  /** The id of the heading that names the month. */
  labelledBy: string;
  jobsByDay: ReadonlyMap<string, number>;
  /** As `YYYY-MM-DD`. The grid shows its month. */
  chosen: string;
  /** Whether the chosen day takes the focus when the grid appears. */
  takesFocus: boolean;
  onChoose: (day: string) => void;
  /** The user requests the previous or the next month by a key. */
  onTurn: (by: -1 | 1) => void;
}

const TURN_KEYS: Readonly<Record<string, -1 | 1>> = { PageUp: -1, PageDown: 1 };

/**
 * The days of a month as an ARIA grid: arrow keys, Home and End move the focus, Page Up and Page Down change the month, and
 * Enter and Space choose a day. Today and days with jobs are marked.
 */
export function CalendarMonth(props: CalendarMonthProps) {
  const { now, labelledBy, jobsByDay, chosen, takesFocus, onChoose, onTurn } = props;
  const { year, month } = monthOf(chosen);
  const dayOf = (number: number) => localDay(new Date(year, month, number));
  const [current, setCurrent] = useState({ day: Number(chosen.slice(-2)), focus: takesFocus });
  const move = (event: KeyboardEvent) => {
    const by = TURN_KEYS[event.key];
    const next = dayByKey(event.key, year, month, current.day);
    if (by === undefined && next === null) return;
    event.preventDefault();
    if (by !== undefined) onTurn(by);
    else if (next !== null) setCurrent({ day: next, focus: true });
  };
  const choose = (number: number) => {
    setCurrent({ day: number, focus: true });
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
                      ref={current.focus && number === current.day ? focusDay : undefined}
                      number={number}
                      name={formatDay(dayOf(number))}
                      jobs={jobsByDay.get(dayOf(number)) ?? 0}
                      chosen={dayOf(number) === chosen}
                      today={dayOf(number) === localDay(now)}
                      current={number === current.day}
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
