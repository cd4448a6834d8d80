import type { AnyProps } from './developed-module.ts';

type Callback = (...given: unknown[]) => unknown;

const isCallback = (entry: [string, unknown]): entry is [string, Callback] => typeof entry[1] === 'function';

/** The props that are functions, by name. */
export function callbacksOf(props: AnyProps): [string, Callback][] {
  return Object.entries(props).filter(isCallback);
}

/** The props that are not, as a person reads and edits them. */
export function jsonOf(props: AnyProps): string {
  const plain = Object.entries(props).filter((entry) => !isCallback(entry));
  return JSON.stringify(Object.fromEntries(plain), null, 2);
}

const isProps = (value: unknown): value is AnyProps =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The props that a text says; nothing where it is no JSON object. */
export function propsOf(text: string): AnyProps | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isProps(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
