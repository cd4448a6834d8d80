import { useState } from 'react';
import { formatInstant } from '@dps/contract';
import { Alert, Button } from '@dps/ui';
import { texts } from '../texts.ts';

/** Larger radius of the position's uncertainty that is still useful for a flight, in metres. */
const PRECISE_M = 100;
const TIMEOUT_MS = 15_000;
/** A position that the device has read in this time is current, in ms. */
const CURRENT_MS = 10_000;

/** The time and position of the device as a line of text, or the reason why there is none. */
type DevicePlace = { line: string } | { problem: string };

/** Returns the line for a position, in degrees of WGS 84; a problem if it is imprecise. */
function placeOf({ coords, timestamp }: GeolocationPosition): DevicePlace {
  const accuracy = Math.ceil(coords.accuracy).toLocaleString('en-US');
  if (coords.accuracy > PRECISE_M) return { problem: texts.place.imprecise(accuracy) };
  const position = `${coords.latitude.toFixed(6)}, ${coords.longitude.toFixed(6)}`;
  return { line: texts.place.line(formatInstant(timestamp), position, accuracy) };
}

function problemOf({ code }: Pick<GeolocationPositionError, 'code'>): string {
  const { denied, timeout, unavailable } = texts.place;
  return { 1: denied, 3: timeout }[code] ?? unavailable;
}

/** Reads the time and position of the device. The browser requests the permission from the user. Never rejects. */
function readDevicePlace(): Promise<DevicePlace> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve({ problem: texts.place.unavailable });
      return;
    }
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(placeOf(position)),
      (error) => resolve({ problem: problemOf(error) }),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: CURRENT_MS },
    );
  });
}

/** A button that reads the time and position of this device. Shows the reason if it cannot. */
export function PlaceButton({ onRead }: { onRead: (line: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const read = async () => {
    setBusy(true);
    setProblem('');
    const place = await readDevicePlace();
    setBusy(false);
    if ('line' in place) onRead(place.line);
    else setProblem(place.problem);
  };
  return (
    <>
      <div role="status">{problem !== '' && <Alert severity="warning">{problem}</Alert>}</div>
      <Button variant="outlined" aria-disabled={busy} onClick={() => void (busy || read())}>
        {busy ? texts.place.reading : texts.place.read}
      </Button>
    </>
  );
}
