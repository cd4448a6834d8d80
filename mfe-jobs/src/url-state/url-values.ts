import type { Parameter } from './parameter.ts';

/** What a page keeps in its address. */
export interface UrlSchema<Values> {
  defaults: Values;
  parameters: { readonly [Name in keyof Values]: Parameter<Values[Name]> };
}

function parameterOf<Values, Name extends keyof Values>(form: UrlSchema<Values>, name: Name) {
  const { [name]: parameter } = form.parameters;
  return parameter;
}

/** What an address says; where it says nothing, or nothing that can be read, the default. */
export function readValues<Values extends object>(form: UrlSchema<Values>, search: string): Values {
  const given = new URLSearchParams(search);
  const values = { ...form.defaults };
  for (const name in form.parameters) {
    const text = given.get(name);
    const value = text === null ? undefined : parameterOf(form, name).read(text);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/**
 * The query of an address that says these values, without `?`. What the address holds besides the form's parameters stays
 * as it is.
 */
export function writeValues<Values extends object>(
  form: UrlSchema<Values>,
  values: Values,
  search: string,
): string {
  const given = new URLSearchParams(search);
  for (const name in form.parameters) {
    const text = parameterOf(form, name).write(values[name]);
    if (text === null) given.delete(name);
    else given.set(name, text);
  }
  return given.toString();
}

/** Whether the values open a dialog. */
export function opensDialog<Values extends object>(form: UrlSchema<Values>, values: Values): boolean {
  for (const name in form.parameters) {
    const { dialog, write } = parameterOf(form, name);
    if (dialog && write(values[name]) !== null) return true;
  }
  return false;
}
