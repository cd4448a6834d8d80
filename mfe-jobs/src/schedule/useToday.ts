import { useEffect, useState } from 'react';
import { localDay } from '@dps/shared-contracts';

/** A moment of the current day: another one after midnight, also where the page was asleep over it. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const look = () => {
      const now = new Date();
      if (localDay(now) !== localDay(today)) setToday(now);
    };
    const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
    const timer = window.setTimeout(look, midnight.getTime() - Date.now());
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [today]);
  return today;
}
