import { useEffect, useRef, type RefObject } from 'react';

/** What of a Formik form tells that sending it has ended. */
interface SentForm {
  submitCount: number;
  isSubmitting: boolean;
  isValid: boolean;
}

/**
 * Moves the focus to the first field with an error once sending a form has ended with one, whether the form's schema or
 * the server refused it. Give the result to the form as its `ref`.
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
