/** Spreadsheets run a cell with such a first character as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Spreadsheets of many languages split cells at a semicolon. */
const NEEDS_QUOTES = /[",;\r\n]/;

/** Encodes a cell as in RFC 4180: quoted if needed, and with a leading `'` if it would be a formula. */
function csvCell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Encodes rows as CSV (RFC 4180): every row ends in CRLF. */
export function csvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
