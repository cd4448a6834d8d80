/** Returns a row that PostgreSQL wrote into JSON, with its `createdAt` in the contract's format, ISO 8601 UTC. */
export function fromJsonRow<Row extends { createdAt: string }>(row: Row): Row {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}
