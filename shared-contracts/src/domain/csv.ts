/** A cell that begins like this would run as a formula when a spreadsheet opens the file. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One cell after RFC 4180: quoted where needed, and with a leading `'` where it would be a formula. */
function csvCell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Rows of cells as a CSV text after RFC 4180: every row ends in CRLF. */
export function csvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
