import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { flightDataApi } from '../api.ts';
import { callQueue, waitingNumber } from '../queue/call-queue.ts';
import { nextFlightNumber } from './next-flight-number.ts';
import type { FillIn } from './useUploadLog.ts';

/**
 * Fills in the flight number after the pilot's latest one, which may wait on the device, unless the user has typed one. Returns it; an empty string without
 * one, and until the records are loaded.
 */
export function useProposedNumber(pilotId: number, fillIn: FillIn): string {
  const { data: records } = flightDataApi.list.useQuery(pilotId);
  const waiting = waitingNumber(useSyncExternalStore(callQueue.subscribe, callQueue.calls));
  const proposal = nextFlightNumber(waiting ?? records?.[0]?.flightNumber ?? '');
  const propose = useEffectEvent((flightNumber: string) => {
    fillIn((values, before) => (values.flightNumber === before.flightNumber ? { flightNumber } : {}));
  });
  useEffect(() => {
    if (proposal !== '') propose(proposal);
  }, [proposal]);
  return proposal;
}
