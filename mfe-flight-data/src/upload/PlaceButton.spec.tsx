import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlaceButton } from './PlaceButton.tsx';

const AT = Date.UTC(2026, 10, 2, 15, 4);

type Read = Geolocation['getCurrentPosition'];

/** Presses the button on a device whose location service responds as given. Resolves with the line that it has read. */
async function press(getCurrentPosition: Read | undefined): Promise<string | undefined> {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: getCurrentPosition && { getCurrentPosition },
  });
  if (!getCurrentPosition) Reflect.deleteProperty(navigator, 'geolocation');
  let line: string | undefined;
  render(<PlaceButton onRead={(read) => (line = read)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Add Time and Position' }));
  return line;
}

const at = (accuracy: number): Read => {
  const toJSON = () => ({});
  const height = { altitude: null, altitudeAccuracy: null, heading: null, speed: null };
  const coords = { latitude: 30.6332, longitude: -97.67721, accuracy, ...height, toJSON };
  return (onRead) => onRead({ coords, timestamp: AT, toJSON });
};
const CODES = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 } as const;
const failing =
  (code: number): Read =>
  (_onRead, onError) =>
    onError?.({ code, message: '', ...CODES });

it('[FIELD-15] reads the time and a precise position', async () => {
  expect(await press(at(7.4))).toMatch(/^Nov 2, 2026, .+: 30\.633200, -97\.677210 \(± 8 m\)$/);
});

it.each([
  ['imprecise', at(350), 'The position is only known to 350 m. Go outdoors, wait a moment and try again.'],
  ['denied', failing(1), 'The browser may not read the position. Allow it in the settings of this site.'],
  ['late', failing(3), 'The device has not found its position in time. Go outdoors and try again.'],
  ['unknown', failing(2), 'The device does not know its position. Check that its location service is on.'],
  ['not offered', undefined, 'The device does not know its position. Check that its location service is on.'],
] as const)('[FIELD-15] shows the reason if the position is %s', async (_case, read, message) => {
  expect(await press(read)).toBeUndefined();
  expect((await screen.findByRole('status')).textContent).toBe(message);
});
