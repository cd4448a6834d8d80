import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from '@dps/shared-contracts/ui/toast';

const Toasts = lazy(() => import('./Toasts.tsx'));

/** Where toasts appear; what draws them is fetched with the first one. */
export function ToastHost() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return wanted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
