import { isObject, paths } from '@dps/contract';
import { type KeptCall, useKeptCalls } from '@dps/contract/client';
import { useEffect, useEffectEvent } from 'react';
import { flightDataApi } from '../api.ts';
import { texts } from '../texts.ts';
import type { FillIn } from './useUploadLog.ts';

/** Flight numbers that a form proposes; an empty string for none. */
export interface ProposedNumbers {
  /** The number after the pilot's latest one. */
  next: string;
  /** The first number, of a pilot who is known to have no flights. */
  first: string;
}

/**
 * Fills in the flight number after the pilot's latest one, which may wait on the device, unless the user has typed one. Returns the
 * proposals, which are empty until the records are loaded.
 */
export function useProposedNumber(pilotId: number, fillIn: FillIn): ProposedNumbers {
  const { data: records } = flightDataApi.list.useQuery(pilotId);
  const kept = keptNumber(useKeptCalls());
  const next = nextFlightNumber(kept ?? records?.[0]?.flightNumber ?? '');
  const propose = useEffectEvent((flightNumber: string) => {
    fillIn((values, before) => (values.flightNumber === before.flightNumber ? { flightNumber } : {}));
  });
  useEffect(() => {
    if (next !== '') propose(next);
  }, [next]);
  const isFirst = kept === undefined && records?.length === 0;
  return { next, first: isFirst ? texts.upload.flightNumberPlaceholder : '' };
}

/** Maximum length of a flight number, in characters. */
const MAX_LENGTH = 64;

/**
 * Returns the flight number after the latest one: its last digits plus 1, with leading zeros ("FL-099" to "FL-100").
 *
 * @param latest the number of the pilot's latest flight; an empty string without one
 * @returns an empty string without a flight, without digits at the end, or if the number would be too long
 */
export function nextFlightNumber(latest: string): string {
  const digits = /\d+$/.exec(latest)?.[0];
  if (digits === undefined) return '';
  const next = String(BigInt(digits) + 1n).padStart(digits.length, '0');
  const proposal = latest.slice(0, -digits.length) + next;
  return proposal.length > MAX_LENGTH ? '' : proposal;
}

/** Returns the number of the latest flight that waits on the device or has been sent in this page; undefined without one. */
export function keptNumber(calls: readonly KeptCall[]): string | undefined {
  const flight = calls.findLast(
    ({ request, refusal }) => request.url === paths.flightRecords() && refusal === undefined,
  );
  const body = flight?.request.body;
  return isObject(body) && typeof body['flightNumber'] === 'string' ? body['flightNumber'] : undefined;
}
