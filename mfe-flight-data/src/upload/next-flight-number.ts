import type { FlightRecordView } from '@dps/contract';

/** Maximum length of a flight number, in characters. */
const MAX_LENGTH = 64;

/**
 * Returns the flight number after the latest one: its last digits plus 1, with leading zeros ("FL-099" to "FL-100").
 *
 * @param records the pilot's records, newest first
 * @returns an empty string without a record, without digits at the end, or if the number would be too long
 */
export function nextFlightNumber(records: readonly FlightRecordView[]): string {
  const latest = records[0]?.flightNumber ?? '';
  const digits = /\d+$/.exec(latest)?.[0];
  if (digits === undefined) return '';
  const next = String(BigInt(digits) + 1n).padStart(digits.length, '0');
  const proposal = latest.slice(0, -digits.length) + next;
  return proposal.length > MAX_LENGTH ? '' : proposal;
}
