import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Alert, FLOATING_SHADOW, styled, Typography } from '@dps/ui';
import { drawToasts, type Toast } from '@dps/ui/toast';
import { texts } from './texts.ts';

/** Time until a toast closes, in ms. */
const DURATION = 5000;

const Place = styled('div')(({ theme }) => ({
  position: 'fixed',
  bottom: 16,
  left: 16,
  zIndex: theme.vars.zIndex.snackbar,
  width: 380,
  maxWidth: 'calc(100vw - 32px)',
  borderRadius: theme.vars.shape.borderRadius,
  boxShadow: FLOATING_SHADOW,
}));

/** Shows the last toast in a simple form. The product's design of toasts is part of the shell. */
export function Toasts() {
  const [shown, setShown] = useState<Toast | null>(null);
  // A copy, so that a repeated message restarts the timer.
  useEffect(() => drawToasts((toast) => setShown({ ...toast })), []);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(null), DURATION);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  const destructive = shown.look === 'destructive';
  return createPortal(
    <Place>
      <Alert
        severity={destructive ? 'error' : 'success'}
        role={destructive ? 'alert' : 'status'}
        closeText={texts.toasts.close}
        onClose={() => setShown(null)}
      >
        <Typography variant="subtitle2">{shown.title}</Typography>
        {shown.description && <Typography>{shown.description}</Typography>}
      </Alert>
    </Place>,
    document.body,
  );
}
