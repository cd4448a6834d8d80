import { useState } from 'react';
import { Alert, Button } from '@dps/ui';
import { texts } from '../texts.ts';
import { readDevicePlace } from './device-place.ts';

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
