import { useEffect } from 'react';

/** The form's value for a text that the browser cannot parse as a number, so that "12,5" is invalid and not missing. */
const UNREADABLE = 'unreadable';

interface ReadEvent {
  currentTarget: HTMLInputElement | HTMLTextAreaElement;
}

/**
 * Returns the value of a number input, and the listener of its change and input events. The change event does not fire when
 * an empty input gets a text that is no number; the input event does.
 *
 * @param value the form's value
 * @param change sets the form's value
 */
export function numberInput(value: string, change: (value: string) => void) {
  const read = ({ currentTarget }: ReadEvent) =>
    change(currentTarget.validity.badInput ? UNREADABLE : currentTarget.value);
  return { value: value === UNREADABLE ? '' : value, read };
}

/**
 * While `unsaved` is true, the browser warns the user before the page is closed or reloaded. Modules bundle this entry, so
 * that it also works with a shell of an earlier contract.
 */
export function useUnloadWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}

export { schemaErrors } from './schema-errors.ts';
export { useSubmission } from './submission.ts';
export { applyDraft, findDraft, useFormDraft, type FormDraft } from './form-draft.ts';
