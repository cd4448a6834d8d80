import { useEffect, useEffectEvent, useRef } from 'react';
import { DRAFT_PREFIX } from '../drafts.ts';

/** Unsent input of a form whose values are texts. */
export interface FormDraft<Values> {
  /** The values with which the form started: a field that differs is the user's input. */
  base: Values;
  values: Values;
}

const VERSION = 1;
/** Maximum age of a draft, in ms. */
const MAX_AGE = 7 * 24 * 3_600_000;
/** Maximum size of a stored draft, in characters: more than the longest job, with an area of 5,000 positions before and after an edit. */
const MAX_SIZE = 350_000;

const keyOf = (form: string, owner: number) => `${DRAFT_PREFIX}${owner}:${form}`;

/** Whether a stored value has the fields of `shape`, all as texts, and no others. */
function hasShape<Values extends object>(value: unknown, shape: Values): value is Values {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const names = Object.keys(shape);
  return fields.size === names.length && names.every((name) => typeof fields.get(name) === 'string');
}

function parseDraft<Values extends object>(text: string, shape: Values): FormDraft<Values> | null {
  const draft: unknown = JSON.parse(text);
  if (typeof draft !== 'object' || draft === null) return null;
  const { version, at, base, values } = Object.fromEntries<unknown>(Object.entries(draft));
  const isRecent = typeof at === 'number' && Math.abs(Date.now() - at) < MAX_AGE;
  if (version !== VERSION || !isRecent) return null;
  return hasShape(base, shape) && hasShape(values, shape) ? { base, values } : null;
}

/**
 * Returns a user's draft of a form; null without one. A draft that is too old, or that another release of the form has stored
 * with other fields, is ignored. Never throws.
 *
 * @param shape values with all fields of the form
 */
export function findDraft<Values extends object>(
  form: string,
  owner: number,
  shape: Values,
): FormDraft<Values> | null {
  try {
    const text = localStorage.getItem(keyOf(form, owner));
    return text === null ? null : parseDraft(text, shape);
  } catch {
    return null;
  }
}

/** Returns the current values of a form with the user's input of a draft. */
export function applyDraft<Values extends object>(
  { base, values }: FormDraft<Values>,
  current: Values,
): Values {
  const typed = new Map<string, unknown>(Object.entries(values));
  for (const [name, value] of Object.entries(base)) if (typed.get(name) === value) typed.delete(name);
  return { ...current, ...Object.fromEntries(typed) };
}

/** Stores or, with null, deletes a draft. Returns false if the browser did not store it. */
function writeDraft(key: string, content: string | null): boolean {
  try {
    if (content === null) localStorage.removeItem(key);
    else if (content.length > MAX_SIZE) return false;
    else localStorage.setItem(key, `{"version":${VERSION},"at":${Date.now()},${content.slice(1)}`);
    return true;
  } catch {
    return content === null;
  }
}

/**
 * Stores the input of a form in the browser after each change and when the form is left, for this user only. If the browser does not store it, it requests
 * a confirmation before the page is closed. Modules bundle this entry, so that it also works with a shell of an earlier contract.
 *
 * @param input null if there is nothing to store
 * @returns a function that deletes the draft, for after a submit or a discard; it works after the form has unmounted, too
 */
export function useFormDraft<Values extends object>(
  form: string,
  owner: number,
  input: FormDraft<Values> | null,
): () => void {
  const key = keyOf(form, owner);
  const content = input && JSON.stringify(input);
  const isDone = useRef(false);
  useEffect(() => {
    if (content === null) isDone.current = false;
    if (isDone.current || writeDraft(key, content)) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [key, content]);
  // The sign-out in another tab has deleted the draft.
  const storeAgain = useEffectEvent(() => {
    if (content !== null && !isDone.current) writeDraft(key, content);
  });
  useEffect(() => () => storeAgain(), []);
  return () => {
    isDone.current = true;
    writeDraft(key, null);
  };
}
