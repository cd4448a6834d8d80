/** The SQL list of a closed set's values, for a CHECK: `'pilot', 'client'`. Only for constants of the contract. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}
