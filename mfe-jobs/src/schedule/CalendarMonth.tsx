import { formatDay, localDay } from '@dps/shared-contracts';
import { FONT_SIZES, styled } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import { CalendarDay } from './CalendarDay.tsx';
import { monthWeeks } from './month-weeks.ts';

const Month = styled('table')({ width: '100%', tableLayout: 'fixed', borderSpacing: 3 });
const Weekday = styled('th')(({ theme }) => ({
  fontSize: FONT_SIZES.xs,
  fontWeight: 550,
  color: theme.vars.palette.text.secondary,
}));
const Cell = styled('td')({ padding: 0, '& > div': { display: 'flex', gap: 2, minHeight: 44 } });

/** The days of a month; days with jobs are marked, and one day is chosen. Days are given as `YYYY-MM-DD`. */
export function CalendarMonth(props: {
  /** A moment of the month. */
  month: Date;
  jobsByDay: ReadonlyMap<string, number>;
  chosen: string;
  onChoose: (day: string) => void;
}) {
  const { month, jobsByDay, chosen, onChoose } = props;
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(month);
  const dayOf = (number: number) => localDay(new Date(month.getFullYear(), month.getMonth(), number));
  return (
    <Month aria-label={name}>
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
        {monthWeeks(month.getFullYear(), month.getMonth()).map((week) => (
          <tr key={week[0]?.place}>
            {week.map(({ place, days }) => (
              <Cell key={place}>
                <div>
                  {days.map((number) => (
                    <CalendarDay
                      key={number}
                      number={number}
                      jobs={jobsByDay.get(dayOf(number)) ?? 0}
                      name={formatDay(dayOf(number))}
                      chosen={dayOf(number) === chosen}
                      onChoose={() => onChoose(dayOf(number))}
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
