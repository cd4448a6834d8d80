import { localDay } from '@dps/shared-contracts';
import type { AddressForm } from '../address/address-values.ts';
import { day } from '../address/parameter.ts';

/** The state of the schedule: `/schedule?calendar=2026-11-24`. */
export interface ScheduleAddress {
  /** The chosen day of the open calendar as `YYYY-MM-DD`; null while it is closed. */
  calendar: string | null;
}

const monthOf = (date: string) => date.slice(0, 'YYYY-MM'.length);

/**
 * The calendar shows the current month: a day of another one, in an address from another time, opens it at today.
 *
 * @param now a moment of the current day
 */
export function scheduleAddress(now: Date): AddressForm<ScheduleAddress> {
  const today = localDay(now);
  return {
    defaults: { calendar: null },
    parameters: {
      calendar: {
        read: (text) => {
          const date = day.read(text);
          return date && monthOf(date) !== monthOf(today) ? today : date;
        },
        write: (date) => date,
        dialog: true,
      },
    },
  };
}
