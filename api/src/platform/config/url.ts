import { string } from 'yup';

/** A text that is a URL for which `accept` holds. */
export const url = (expected: string, accept: (parsed: URL) => boolean) =>
  string().test('url', expected, (value) => {
    if (value === undefined) return true;
    const parsed = URL.parse(value);
    return parsed !== null && accept(parsed);
  });
