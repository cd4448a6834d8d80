import { useEffect, useState, type ComponentType } from 'react';
import { onFirstToast } from '@dps/ui/toast';
import { recordPresses } from './press-recorder.ts';

const load = () => import('./Toasts.tsx');
const FIRST_TOUCH = ['pointerdown', 'keydown'] as const;

/** Has what draws toasts fetched at the first touch: it must be there for a toast that says that the network is gone. */
function useFetchedAtFirstTouch(): void {
  useEffect(() => {
    const forget = () => FIRST_TOUCH.forEach((type) => document.removeEventListener(type, fetchIt));
    function fetchIt() {
      forget();
      // A toast asks for it again.
      load().catch(() => undefined);
    }
    FIRST_TOUCH.forEach((type) => document.addEventListener(type, fetchIt));
    return forget;
  }, []);
}

/** Where toasts appear; what draws them is fetched apart from the page, and toasts wait until it is there. */
export function ToastHost() {
  const [toasts, setToasts] = useState<{ Drawn: ComponentType } | null>(null);
  useFetchedAtFirstTouch();
  useEffect(recordPresses, []);
  useEffect(
    () =>
      onFirstToast(() => {
        // Where it does not arrive the next toast tries again.
        load().then(
          ({ default: Drawn }) => setToasts({ Drawn }),
          () => undefined,
        );
      }),
    [],
  );
  return toasts && <toasts.Drawn />;
}
