import { boolean, number, string } from 'yup';

/** An invalid environment. `message` names every wrong variable and the expected value. */
export class ConfigError extends Error {}

/** A URL that `accept` approves. */
export const url = (expected: string, accept: (parsed: URL) => boolean) =>
  string().test('url', expected, (value) => {
    if (value === undefined) return true;
    const parsed = URL.parse(value);
    return parsed !== null && accept(parsed);
  });

/** A whole number in digits alone, from `min` to `max`. */
export const wholeNumber = (expected: string, min: number, max: number) =>
  number()
    .transform((_value, original: unknown) => (/^\d{1,9}$/.test(String(original)) ? Number(original) : NaN))
    .typeError(expected)
    .min(min, expected)
    .max(max, expected);

export const flag = () => boolean().typeError('expected true or false');
