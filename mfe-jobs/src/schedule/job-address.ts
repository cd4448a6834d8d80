/** Where a job is shown in full. */
export function jobAddress(id: number): string {
  return `/jobs?job=${id}`;
}
