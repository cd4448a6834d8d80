/** A failure that the person at the terminal can act on: its message says what happened and what to do. */
export class StackFailure extends Error {
  override name = 'StackFailure';
}

function textOf(value: unknown, property: 'code' | 'message'): string | undefined {
  if (typeof value !== 'object' || value === null || !(property in value)) return undefined;
  const text: unknown = Reflect.get(value, property);
  return typeof text === 'string' ? text : undefined;
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return textOf(error, 'message') ?? String(error);
}

/** The system's code of a failed call, such as `ENOENT`, or nothing. */
export function systemCodeOf(error: unknown): string | undefined {
  return textOf(error, 'code');
}
