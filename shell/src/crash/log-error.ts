/** Writes a failure that people need not see to the browser's log. */
export function logError(what: string, error: unknown): void {
  globalThis.reportError(new Error(what, { cause: error }));
}
