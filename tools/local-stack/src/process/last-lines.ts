/** The end of a text, for a message about what went wrong. */
export function lastLines(text: string, count = 12): string {
  return text.trim().split('\n').slice(-count).join('\n');
}
