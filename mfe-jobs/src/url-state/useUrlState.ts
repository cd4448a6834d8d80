import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@dps/ui/router';
import { opensDialog, readValues, writeValues, type UrlSchema } from './url-values.ts';
import { historyAction } from './history-action.ts';

/** Browsers refuse more than about 100 writes to the history in 30 s: the address follows once the typing pauses. */
const PAUSE_MS = 300;

/** In the history's entry of a dialog that was opened from the page below it. */
const OPENED_HERE = { openedHere: true };
const openedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedHere' in state;

export interface UrlState<Values> {
  /** What the page shows now; the address follows. */
  values: Values;
  /** Changes some of it. Opening a dialog makes an entry of the history, anything else rewrites the one there is. */
  change: (changes: Partial<Values>) => void;
  /** Lets the address follow at once. */
  settle: () => void;
}

/**
 * State of a page that survives a reload and can be sent to somebody: what the address says it is, also after Back and
 * Forward. The page changes at once, without waiting for the address. What cannot be read leaves the address.
 */
export function useUrlState<Values extends object>(form: UrlSchema<Values>): UrlState<Values> {
  const location = useLocation();
  const navigate = useNavigate();
  const [values, setValues] = useState(() => readValues(form, location.search));
  /** The values also between two renderings. */
  const latest = useRef(values);
  /** What was written to the address and has not come back yet: the router renders later. */
  const underWay = useRef<string[]>([]);
  const timer = useRef<number | undefined>(undefined);

  const show = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const cancel = () => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  };
  const write = (options: { replace: boolean; state: unknown }) => {
    cancel();
    const search = writeValues(form, latest.current, location.search);
    underWay.current.push(search);
    void navigate({ search }, options);
  };
  const rewrite = () => write({ replace: true, state: location.state });
  const settle = () => {
    if (timer.current !== undefined) rewrite();
  };

  const change = (changes: Partial<Values>) => {
    const next = { ...latest.current, ...changes };
    const move = historyAction({
      before: opensDialog(form, latest.current),
      after: opensDialog(form, next),
      ownEntry: openedHere(location.state),
    });
    if (move === 'push') settle();
    show(next);
    switch (move) {
      case 'follow':
        cancel();
        timer.current = window.setTimeout(rewrite, PAUSE_MS);
        return;
      case 'push':
        return write({ replace: false, state: OPENED_HERE });
      case 'replace':
        return rewrite();
      case 'back':
        return void navigate(-1);
    }
  };

  const arrive = useEffectEvent((search: string) => {
    const arrived = new URLSearchParams(search).toString();
    const own = underWay.current.indexOf(arrived);
    if (own >= 0) underWay.current.splice(0, own + 1);
    if (own >= 0 || arrived === writeValues(form, latest.current, arrived)) return;
    cancel();
    underWay.current = [];
    show(readValues(form, arrived));
    if (arrived !== writeValues(form, latest.current, arrived)) rewrite();
  });
  useEffect(() => arrive(location.search), [location]);

  // Who goes back while the address is yet to follow must not be called back by it. Nor does the router tell of a way
  // there and back of which it has rendered neither: where the browser is, is then all there is to go by.
  const goBack = useEffectEvent(() => {
    cancel();
    if (window.location.pathname === location.pathname) arrive(window.location.search);
  });
  useEffect(() => {
    const follow = () => goBack();
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('popstate', follow);
      window.clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);

  return { values, change, settle };
}
