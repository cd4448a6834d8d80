import { useEffect, useState } from 'react';
import { SnackbarProvider, useSnackbar } from 'notistack';
import { GlobalStyles } from '@dps/ui';
import { drawToasts, type Toast } from '@dps/ui/toast';
import { controlBoxes, pressedBoxes } from './control-boxes.ts';
import { lastPress } from './press-recorder.ts';
import { BELOW_TOP_BAR, chooseToastPlace } from './toast-place.ts';
import { addToastRegion, newToastRegion } from './toast-region.ts';
import { ToastCard } from './ToastCard.tsx';

/** Time after which a toast closes, in ms. */
const DURATION = 5000;

type Content = { [Name in 'description' | 'link']: Toast[Name] | undefined };

declare module 'notistack' {
  interface VariantOverrides {
    destructive: Content;
    default: Content;
  }
}

/** Moves the focus to the toast when the user presses F8. */
function focusToast({ key }: KeyboardEvent): void {
  if (key === 'F8') document.querySelector<HTMLElement>('[data-toast]')?.focus();
}

function Sink({ region }: { region: Element }) {
  const { enqueueSnackbar } = useSnackbar();
  useEffect(
    () =>
      drawToasts(({ title, description, link, look = 'default' }) => {
        const { innerWidth: width, innerHeight: height } = globalThis;
        const press = lastPress();
        const pressed = press ? pressedBoxes(press) : [];
        const anchorOrigin = chooseToastPlace({ width, height, controls: controlBoxes(region), pressed });
        enqueueSnackbar(title, { variant: look, description, link, anchorOrigin });
      }),
    [enqueueSnackbar, region],
  );
  useEffect(() => {
    document.addEventListener('keydown', focusToast);
    return () => document.removeEventListener('keydown', focusToast);
  }, []);
  return null;
}

/** A class for the places at the top, which are below the top bar. */
const AT_TOP = 'toasts-at-top';
// The doubled class has a higher specificity than the library's rule. The library adds a padding of 6 px to each toast.
const placeAtTop = <GlobalStyles styles={{ [`.${AT_TOP}.${AT_TOP}`]: { top: BELOW_TOP_BAR - 6 } }} />;

/** Shows one toast at a time: a new toast replaces the last one. */
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
