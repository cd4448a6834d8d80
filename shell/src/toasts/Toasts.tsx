import { useEffect, useState } from 'react';
import { SnackbarProvider, useSnackbar } from 'notistack';
import { GlobalStyles } from '@dps/ui';
import { drawToasts } from '@dps/ui/toast';
import { controlBoxes, pressedBoxes } from './control-boxes.ts';
import { lastPress } from './press-recorder.ts';
import { BELOW_TOP_BAR, chooseToastPlace } from './toast-place.ts';
import { addToastRegion, newToastRegion } from './toast-region.ts';
import { ToastCard } from './ToastCard.tsx';

/** How long a toast stays unless it is dismissed, in ms. */
const DURATION = 5000;

declare module 'notistack' {
  interface VariantOverrides {
    destructive: { description: string | undefined };
    default: { description: string | undefined };
  }
}

/** The key that leads from anywhere to the toast. */
function focusToast({ key }: KeyboardEvent): void {
  if (key === 'F8') document.querySelector<HTMLElement>('[data-toast]')?.focus();
}

function Sink({ region }: { region: Element }) {
  const { enqueueSnackbar } = useSnackbar();
  useEffect(
    () =>
      drawToasts(({ title, description, look = 'default' }) => {
        const { innerWidth: width, innerHeight: height } = globalThis;
        const press = lastPress();
        const pressed = press ? pressedBoxes(press) : [];
        const anchorOrigin = chooseToastPlace({ width, height, controls: controlBoxes(region), pressed });
        enqueueSnackbar(title, { variant: look, description, anchorOrigin });
      }),
    [enqueueSnackbar, region],
  );
  useEffect(() => {
    document.addEventListener('keydown', focusToast);
    return () => document.removeEventListener('keydown', focusToast);
  }, []);
  return null;
}

/** A class for the places at the top, which begin below the top bar. */
const AT_TOP = 'toasts-at-top';
// The class twice outweighs the library's own rule. The library pads each toast by 6 px.
const placeAtTop = <GlobalStyles styles={{ [`.${AT_TOP}.${AT_TOP}`]: { top: BELOW_TOP_BAR - 6 } }} />;

/** Draws toasts, one at a time: a new one takes the place of the last. */
export default function Toasts() {
  const [region] = useState(newToastRegion);
  useEffect(() => addToastRegion(region), [region]);
  return (
    <SnackbarProvider
      domRoot={region}
      maxSnack={1}
      autoHideDuration={DURATION}
      classes={{ containerAnchorOriginTopRight: AT_TOP, containerAnchorOriginTopCenter: AT_TOP }}
      Components={{ default: ToastCard, destructive: ToastCard }}
    >
      {placeAtTop}
      <Sink region={region} />
    </SnackbarProvider>
  );
}
