import { useEffect, useState } from 'react';
import { SnackbarProvider, useSnackbar } from 'notistack';
import { onUserEnd } from '@dps/contract/user';
import { GlobalStyles } from '@dps/ui';
import { drawToasts, type Toast } from '@dps/ui/toast';
import { BELOW_TOP_BAR, MARGIN } from './toast-place.ts';
import { startToastPlacer } from './toast-placer.ts';
import { ToastCard } from './ToastCard.tsx';

/** Creates the region of toasts. */
function newToastRegion(): HTMLElement {
  return document.createElement('div');
}

/**
 * Adds the region of toasts to the end of the document. A dialog hides other content from assistive technology and takes the
 * focus back from it. Toasts are often about the dialog, so that their region is exempt from both.
 *
 * @returns a function that removes the region
 */
function addToastRegion(region: HTMLElement): () => void {
  const exposed = new MutationObserver(() => region.removeAttribute('aria-hidden'));
  exposed.observe(region, { attributeFilter: ['aria-hidden'] });
  const keepFocus = (event: Event) => event.stopPropagation();
  region.addEventListener('focusin', keepFocus);
  document.body.append(region);
  return () => {
    exposed.disconnect();
    region.removeEventListener('focusin', keepFocus);
    region.remove();
  };
}

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
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  useEffect(() => {
    const { placeNext, stop } = startToastPlacer(region);
    let isUserEnding = false;
    // All calls of the user end in this task, and pages report them as failures.
    const stopWatching = onUserEnd(() => {
      isUserEnding = true;
      closeSnackbar();
      setTimeout(() => {
        isUserEnding = false;
      });
    });
    const stopDrawing = drawToasts(({ title, description, link, look = 'default' }) => {
      if (isUserEnding) return;
      placeNext();
      enqueueSnackbar(title, { variant: look, description, link });
    });
    return () => {
      stopDrawing();
      stopWatching();
      stop();
    };
  }, [closeSnackbar, enqueueSnackbar, region]);
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

/**
 * Shows one toast at a time: a new toast replaces the last one. It does not slide in: it would cover controls on its way. The
 * toasts of a user end with the user.
 */
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
