import { useEffect, useState } from 'react';

/** Longer than people take from one letter to the next. */
const PAUSE_MS = 700;

/** A value as it was when it had last stayed the same for a while: what is still being typed is not judged yet. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}
