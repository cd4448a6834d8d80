import { useEffect, useRef } from 'react';

/** A ref for a form that leads to its first wrong field after it was sent in vain. */
export function useFocusFirstError({
  submitCount,
  isSubmitting,
}: {
  submitCount: number;
  isSubmitting: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  return form;
}
