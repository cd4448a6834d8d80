/** Returns the number of a job for users: its id with at least three digits, `#DPS-2024-001`. */
export function jobNumber(id: number): string {
  return `#DPS-2024-${String(id).padStart(3, '0')}`;
}
