import { useRef } from 'react';
import { isApiError } from './api-error.ts';
import { randomKey } from '../domain/random-key.ts';

/**
 * Returns a function that sends a form's content with an idempotency key. After a failure, the same content is sent with the
 * same key: if only the response was lost, the server returns the row that the first request created. A call that waits on the
 * device is sent once from there, so the same content is another submission.
 */
export function useSubmission() {
  const last = useRef<{ content: string; key: string } | null>(null);
  return async <Result>(content: object, send: (key: string) => Promise<Result>): Promise<Result> => {
    const json = JSON.stringify(content);
    if (last.current?.content !== json) last.current = { content: json, key: randomKey() };
    try {
      const result = await send(last.current.key);
      last.current = null;
      return result;
    } catch (error) {
      if (isApiError(error) && error.isQueued) last.current = null;
      throw error;
    }
  };
}
