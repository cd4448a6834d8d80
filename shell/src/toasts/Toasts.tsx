import { useEffect, useState } from 'react';
import { SnackbarProvider, useSnackbar } from 'notistack';
import { GlobalStyles } from '@dps/ui';
import { drawToasts, type Toast } from '@dps/ui/toast';
import { BELOW_TOP_BAR, MARGIN } from './toast-place.ts';
import { startToastPlacer } from './toast-placer.ts';
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

function Sink({ region }: { region: HTMLElement }) {
  const { enqueueSnackbar } = useSnackbar();
  useEffect(() => {
    const { placeNext, stop } = startToastPlacer(region);
    const stopDrawing = drawToasts(({ title, description, link, look = 'default' }) => {
      placeNext();
      enqueueSnackbar(title, { variant: look, description, link });
    });
    return () => {
      stopDrawing();
      stop();
    };
  }, [enqueueSnackbar, region]);
  useEffect(() => {
    document.addEventListener('keydown', focusToast);
    return () => document.removeEventListener('keydown', focusToast);
  }, []);
  return null;
}

/** The library's container of toasts is at the lower middle. It adds a padding of 6 px to each toast. */
const CONTAINER = '.notistack-SnackbarContainer';
const places = (
  <GlobalStyles
    styles={{
      [`[data-vertical=top] > ${CONTAINER}`]: { top: BELOW_TOP_BAR - 6, bottom: 'auto' },
      [`[data-horizontal=right] > ${CONTAINER}`]: { right: MARGIN, left: 'auto', transform: 'none' },
    }}
  />
);

/** Shows one toast at a time: a new toast replaces the last one. It does not slide in: it would cover controls on its way. */
export default function Toasts() {
  const [region] = useState(newToastRegion);
  useEffect(() => addToastRegion(region), [region]);
  return (
    <SnackbarProvider
      domRoot={region}
      maxSnack={1}
      autoHideDuration={DURATION}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transitionDuration={0}
      Components={{ default: ToastCard, destructive: ToastCard }}
    >
      {places}
      <Sink region={region} />
    </SnackbarProvider>
  );
}
