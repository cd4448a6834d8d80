import { useEffect, useState } from 'react';
import { SnackbarProvider, useSnackbar } from 'notistack';
import { useMediaQuery } from '@dps/shared-contracts/ui';
import { drawToasts } from '@dps/shared-contracts/ui/toast';
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

function Sink() {
  const { enqueueSnackbar } = useSnackbar();
  useEffect(
    () =>
      drawToasts(({ title, description, look = 'default' }) => {
        enqueueSnackbar(title, { variant: look, description });
      }),
    [enqueueSnackbar],
  );
  useEffect(() => {
    document.addEventListener('keydown', focusToast);
    return () => document.removeEventListener('keydown', focusToast);
  }, []);
  return null;
}

/** Where no dialog and no page has its buttons: over the side panel, and over the top bar of a phone. */
const ELSEWHERE = { vertical: 'bottom', horizontal: 'left' } as const;
const ON_PHONES = { vertical: 'top', horizontal: 'center' } as const;

/** Draws toasts, one at a time: a new one takes the place of the last. */
export default function Toasts() {
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [region] = useState(newToastRegion);
  useEffect(() => addToastRegion(region), [region]);
  return (
    <SnackbarProvider
      domRoot={region}
      maxSnack={1}
      autoHideDuration={DURATION}
      anchorOrigin={phone ? ON_PHONES : ELSEWHERE}
      Components={{ default: ToastCard, destructive: ToastCard }}
    >
      <Sink />
    </SnackbarProvider>
  );
}
