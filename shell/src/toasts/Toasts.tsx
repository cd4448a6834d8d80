import { useEffect } from 'react';
import { SnackbarProvider, useSnackbar } from 'notistack';
import { drawToasts } from '@dps/shared-contracts/ui/toast';
import { ToastCard } from './ToastCard.tsx';

/** How long a toast stays unless it is dismissed, in ms. */
const DURATION = 5000;

declare module 'notistack' {
  interface VariantOverrides {
    destructive: { description: string | undefined };
    default: { description: string | undefined };
  }
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
  return null;
}

/** Draws toasts, one at a time: a new one takes the place of the last. */
export default function Toasts() {
  return (
    <SnackbarProvider
      maxSnack={1}
      autoHideDuration={DURATION}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      Components={{ default: ToastCard, destructive: ToastCard }}
    >
      <Sink />
    </SnackbarProvider>
  );
}
