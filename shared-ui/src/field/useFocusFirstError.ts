import { useEffect, useRef, type RefObject } from 'react';

/** The part of a Formik form that shows when a submission has ended. */
interface SentForm {
  submitCount: number;
  isSubmitting: boolean;
  isValid: boolean;
}

/**
 * Focuses the first invalid field after a submission that the schema or the server has refused.
 *
 * @returns the `ref` for the form element
 */
export function useFocusFirstError({
  submitCount,
  isSubmitting,
  isValid,
}: SentForm): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const ended = useRef(0);
  useEffect(() => {
    if (isSubmitting || submitCount === ended.current) return;
    ended.current = submitCount;
    const refused = '[aria-invalid="true"]:not([aria-hidden="true"])';
    if (!isValid) form.current?.querySelector<HTMLElement>(refused)?.focus();
  }, [submitCount, isSubmitting, isValid]);
  return form;
}
