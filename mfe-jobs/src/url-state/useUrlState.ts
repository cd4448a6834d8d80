import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@dps/ui/router';
import { historyAction, opensDialog, readValues, writeValues, type UrlSchema } from './url-values.ts';

/** Browsers reject more than about 100 history writes in 30 s, so the URL changes once the typing pauses. */
const PAUSE_MS = 300;

/** The state of a history entry that a dialog added. */
const OPENED_HERE = { openedHere: true };
const openedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'openedHere' in state;

export interface UrlState<Values> {
  /** The current values. The URL follows with a short delay. */
  values: Values;
  /** Changes some values. Opening a dialog adds a history entry; other changes replace the current entry. */
  change: (changes: Partial<Values>) => void;
  /** Writes a pending change to the URL at once. */
  flush: () => void;
}

/**
 * Page state in the URL: it survives reloads, Back and Forward, and a link shares it. The page renders a change before the
 * URL changes. Invalid parameters are removed from the URL.
 */
export function useUrlState<Values extends object>(schema: UrlSchema<Values>): UrlState<Values> {
  const location = useLocation();
  const navigate = useNavigate();
  const [values, setValues] = useState(() => readValues(schema, location.search));
  /** The current values, also between two renders. */
  const latest = useRef(values);
  /** The queries that were written but that the router has not rendered yet. */
  const pending = useRef<string[]>([]);
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
    const search = writeValues(schema, latest.current, location.search);
    pending.current.push(search);
    void navigate({ search }, options);
  };
  const replace = () => write({ replace: true, state: location.state });
  const flush = () => {
    if (timer.current !== undefined) replace();
  };

  const change = (changes: Partial<Values>) => {
    const next = { ...latest.current, ...changes };
    const action = historyAction({
      before: opensDialog(schema, latest.current),
      after: opensDialog(schema, next),
      ownEntry: openedHere(location.state),
    });
    if (action === 'push') flush();
    show(next);
    switch (action) {
      case 'debounce':
        cancel();
        timer.current = window.setTimeout(replace, PAUSE_MS);
        return;
      case 'push':
        return write({ replace: false, state: OPENED_HERE });
      case 'replace':
        return replace();
      case 'back':
        return void navigate(-1);
    }
  };

  const arrive = useEffectEvent((search: string) => {
    const arrived = new URLSearchParams(search).toString();
    const own = pending.current.indexOf(arrived);
    if (own >= 0) pending.current.splice(0, own + 1);
    if (own >= 0 || arrived === writeValues(schema, latest.current, arrived)) return;
    cancel();
    pending.current = [];
    show(readValues(schema, arrived));
    if (arrived !== writeValues(schema, latest.current, arrived)) replace();
  });
  useEffect(() => arrive(location.search), [location]);

  // Back cancels a pending write, which would otherwise undo it. The router reports no navigation if Back and Forward
  // happen between two renders, so the browser's own location is the source here.
  const onPopState = useEffectEvent(() => {
    cancel();
    if (window.location.pathname === location.pathname) arrive(window.location.search);
  });
  useEffect(() => {
    const listener = () => onPopState();
    window.addEventListener('popstate', listener);
    return () => {
      window.removeEventListener('popstate', listener);
      window.clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);

  return { values, change, flush };
}
