/** A failure that the user can fix. `message` states the problem and the solution. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

function textOf(value: unknown, property: 'code' | 'message'): string | undefined {
  if (typeof value !== 'object' || value === null || !(property in value)) return undefined;
  const text: unknown = Reflect.get(value, property);
  return typeof text === 'string' ? text : undefined;
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return textOf(error, 'message') ?? String(error);
}

/** Returns the system error code, such as `ENOENT`, or undefined. */
export function systemCodeOf(error: unknown): string | undefined {
  return textOf(error, 'code');
}
