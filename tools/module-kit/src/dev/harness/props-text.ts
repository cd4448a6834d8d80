import type { AnyProps } from './developed-module.ts';

type Callback = (...args: unknown[]) => unknown;

const isCallback = (entry: [string, unknown]): entry is [string, Callback] => typeof entry[1] === 'function';

/** Returns the props that are functions, with their names. */
export function callbacksOf(props: AnyProps): [string, Callback][] {
  return Object.entries(props).filter(isCallback);
}

/** Returns the other props as formatted JSON. */
export function jsonOf(props: AnyProps): string {
  const plain = Object.entries(props).filter((entry) => !isCallback(entry));
  return JSON.stringify(Object.fromEntries(plain), null, 2);
}

const isProps = (value: unknown): value is AnyProps =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses props; undefined if the text is not a JSON object. */
export function propsOf(text: string): AnyProps | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isProps(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
