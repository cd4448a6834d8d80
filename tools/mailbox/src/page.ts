import { escapeHtml } from '@dps/contract/server';

export interface ReceivedMail {
  /** Number of the mail: the first one is 1. */
  id: number;
  subject: string;
  from: string;
  to: string;
  /** The time of the header `Date`, in ISO 8601. */
  date: string;
  messageId: string;
  text: string;
  html: string;
  /** The other headers, by lower-case name. */
  headers: Readonly<Record<string, string>>;
}

/** The path of the mailbox in the product. */
export const MAILBOX_PATH = '/mailbox';

/**
 * No script runs. The style is inline, as in mails. The frame of a mail has an origin of its own and can only open links in new
 * tabs, so a mail cannot use the session of the product.
 */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `2026-11-24 18:31:18 UTC` */
const timeOf = (date: string): string => date.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');

// The background is stated, because checks of the contrast assume white for a page without one.
const STYLE = `
  :root { color-scheme: light dark; color: CanvasText; background: Canvas; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
  h2 { font-size: 1.125rem; margin-top: 2rem; }
  ul { list-style: none; padding: 0; }
  li { padding: .75rem 0; border-top: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); overflow-wrap: anywhere; }
  small, dt { color: color-mix(in srgb, CanvasText 72%, Canvas); }
  a { color: LinkText; }
  dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
  pre, iframe { box-sizing: border-box; width: 100%; padding: 1rem; border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: .5rem; }
  iframe { height: 30rem; padding: 0; }`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${content}</main></body>
</html>`;
}

function row({ id, subject, to, date }: ReceivedMail): string {
  return `<li><a href="${MAILBOX_PATH}/${id}">${escapeHtml(subject || '(no subject)')}</a><br>
    <small>To ${escapeHtml(to)} · <time datetime="${escapeHtml(date)}">${escapeHtml(timeOf(date))}</time></small></li>`;
}

/** The list of mails. It has a link to read it again, because a page that reloads itself interrupts its reader. */
export function listPage(mails: readonly ReceivedMail[]): string {
  const list = mails.length > 0 ? `<ul>${mails.map(row).join('')}</ul>` : '<p>No mail has arrived yet.</p>';
  const content = `<h1>Mailbox</h1>
    <p>All mail that this local product sends. No mail leaves this machine.</p>
    <p><a href="${MAILBOX_PATH}">Show new mail</a></p>${list}`;
  return page('Mailbox', content);
}

/** Escapes a text and makes its addresses links. */
const linked = (text: string): string =>
  escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<>&"']+(?:&amp;[^\s<>&"']+)*/g,
    '<a href="$&" rel="noreferrer">$&</a>',
  );

/** One mail: its headers, its text, and its HTML in a sandboxed frame. */
export function mailPage({ subject, from, to, date, text, html }: ReceivedMail): string {
  const headers = Object.entries({ From: from, To: to, Date: timeOf(date) });
  const shown = headers.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  // In the head: before the document type, it would change the layout.
  const framed = escapeHtml(html.replace(/<head>|^(?!.*<head>)/s, '$&<base target="_blank">'));
  const frame = `<iframe title="HTML of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${framed}"></iframe>`;
  return page(
    subject,
    `<p><a href="${MAILBOX_PATH}">Mailbox</a></p><h1>${escapeHtml(subject)}</h1><dl>${shown.join('')}</dl>
    <h2>Text</h2><pre>${linked(text)}</pre><h2>HTML</h2>${frame}`,
  );
}
