import { useEffect, useEffectEvent } from 'react';
import { useKeptCalls } from '@dps/contract/client';
import { flightDataApi } from '../api.ts';
import { keptNumber, nextFlightNumber } from './next-flight-number.ts';
import type { FillIn } from './useUploadLog.ts';

/**
 * Fills in the flight number after the pilot's latest one, which may wait on the device, unless the user has typed one. Returns it; an empty string without
 * one, and until the records are loaded.
 */
export function useProposedNumber(pilotId: number, fillIn: FillIn): string {
  const { data: records } = flightDataApi.list.useQuery(pilotId);
  const kept = keptNumber(useKeptCalls());
  const proposal = nextFlightNumber(kept ?? records?.[0]?.flightNumber ?? '');
  const propose = useEffectEvent((flightNumber: string) => {
    fillIn((values, before) => (values.flightNumber === before.flightNumber ? { flightNumber } : {}));
  });
  useEffect(() => {
    if (proposal !== '') propose(proposal);
  }, [proposal]);
  return proposal;
}
