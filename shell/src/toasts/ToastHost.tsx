import { useEffect, useState, type ComponentType } from 'react';
import { onFirstToast } from '@dps/ui/toast';

const load = () => import('./Toasts.tsx');
const PRESSES = ['pointerdown', 'keydown'] as const;

/** Loads the code of toasts at the first press: a toast about a lost network cannot load it. */
function useLoadAtFirstPress(): void {
  useEffect(() => {
    const stop = () => PRESSES.forEach((type) => document.removeEventListener(type, loadNow));
    function loadNow() {
      stop();
      // The first toast requests it again.
      load().catch(() => undefined);
    }
    PRESSES.forEach((type) => document.addEventListener(type, loadNow));
    return stop;
  }, []);
}

/** Renders toasts. Their code loads after the page, and toasts wait for it. */
export function ToastHost() {
  const [toasts, setToasts] = useState<{ Component: ComponentType } | null>(null);
  useLoadAtFirstPress();
  useEffect(
    () =>
      onFirstToast(() => {
        // If it does not load, the next toast requests it again.
        load().then(
          ({ default: Component }) => setToasts({ Component }),
          () => undefined,
        );
      }),
    [],
  );
  return toasts && <toasts.Component />;
}
