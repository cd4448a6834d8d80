import { escapeHtml } from '@dps/contract/server';

/** Returns the attributes of a tag. `true` makes an attribute without a value. */
export function attributes(values: Record<string, string | true>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join('');
}

/** Returns a script element that holds data. It escapes `<`, so that no value can end the element. */
export function jsonElement(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json"${attributes({ id })}>${json}</script>`;
}
