import { useEffect, useState } from 'react';
import { localDay } from '@dps/contract';

/** A time on the current day. It changes after midnight, or when a suspended page becomes visible on a later day. */
export function useToday(): Date {
  const [today, setToday] = useState(() => new Date());
  useEffect(() => {
    const update = () => {
      const now = new Date();
      if (localDay(now) !== localDay(today)) setToday(now);
    };
    const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1);
    const timer = window.setTimeout(update, midnight.getTime() - Date.now());
    document.addEventListener('visibilitychange', update);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [today]);
  return today;
}
