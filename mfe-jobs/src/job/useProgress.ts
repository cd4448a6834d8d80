import { useEffect, useRef, useState } from 'react';
import type { JobView } from '@dps/shared-contracts';
import { toast } from '@dps/shared-contracts/ui/toast';
import { jobsApi } from '../api.ts';
import { texts } from '../texts.ts';

/** How long keys and buttons may rest before their value is sent, in ms. */
const PAUSE = 800;

/**
 * The progress of a job while its pilot changes it. A value is sent once it is settled, and only if it differs from what
 * the server has or is about to have; one after the other, so that the last one stays.
 */
export function useProgress({ id, progress }: Pick<JobView, 'id' | 'progress'>) {
  const [setProgress] = jobsApi.setProgress.useMutation();
  const [draft, setDraft] = useState<number | null>(null);
  const stored = useRef(progress);
  const known = useRef(progress);
  const waiting = useRef<{ value: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const queue = useRef(Promise.resolve());

  const send = async (value: number) => {
    try {
      await setProgress({ id, progress: value }).unwrap();
      toast(texts.toasts.progress(value));
    } catch {
      known.current = stored.current;
      setDraft(null);
      toast(texts.toasts.progressFailed);
    }
  };

  /** The value is settled: send it now. */
  const release = (value: number) => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
    if (value === known.current) return;
    known.current = value;
    queue.current = queue.current.then(() => send(value));
  };
  const flush = useRef(() => {});

  useEffect(() => {
    stored.current = progress;
    flush.current = () => {
      if (waiting.current) release(waiting.current.value);
    };
  });
  useEffect(() => () => flush.current(), []);

  /** Shows a value that may still change. */
  const show = (value: number) => setDraft(value);
  /** Shows a value and sends it when no other one follows within a moment. */
  const settle = (value: number) => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = { value, timer: setTimeout(() => release(value), PAUSE) };
    setDraft(value);
  };
  return { value: draft ?? progress, show, settle, release };
}
