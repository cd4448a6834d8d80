import { invalidRequest } from './api-error.ts';

/** Parameters as sent: text, or a group of parameters (`metadata[jobId]=1` is the group `metadata`). */
export interface Form {
  [name: string]: string | Form;
}

/** Whether the body of a call is one that this parser has read. */
export function isForm(body: unknown): body is Form {
  return typeof body === 'object' && body !== null;
}

const MAX_DEPTH = 5;
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** A form without parameters. Without a prototype, so that a parameter named `__proto__` is one like any other. */
export function emptyForm(): Form {
  const form: Form = {};
  return Object.setPrototypeOf(form, null);
}

/**
 * Reads a form body or a query string in Stripe's bracket notation. Lists become groups with the positions as names.
 * @throws ApiError (400) for names that do not follow the notation, and for a name that is both a text and a group.
 */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    assign(form, pathOf(name), value, name);
  }
  return form;
}

function pathOf(name: string): string[] {
  const [, first, brackets] = NAME.exec(name) ?? [];
  if (first === undefined || brackets === undefined) throw invalidName(name);
  const path = [first, ...Array.from(brackets.matchAll(/\[([^[\]]*)\]/g), ([, part]) => part ?? '')];
  if (path.length > MAX_DEPTH) throw invalidName(name);
  return path;
}

function assign(form: Form, path: readonly string[], value: string, name: string): void {
  let group = form;
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(group).length) : part;
    const present = group[key];
    if (index === path.length - 1) {
      if (typeof present === 'object') throw invalidName(name);
      group[key] = value;
    } else {
      if (typeof present === 'string') throw invalidName(name);
      group = group[key] = present ?? emptyForm();
    }
  }
}

function invalidName(name: string) {
  return invalidRequest(`Invalid parameter name: ${name}`, 'parameter_unknown', name);
}
