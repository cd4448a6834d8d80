import { escapeHtml } from '@dps/contract/server';

/** The content of a mail, without markup. */
export interface MailContent {
  subject: string;
  /** The recipient's name, if the mail may contain it. */
  name: string | null;
  paragraphs: readonly string[];
  /** The labels and values of a table below the paragraphs. */
  details: readonly (readonly [label: string, value: string])[];
  /** The one link of the mail. `address` is absolute. */
  action: { label: string; address: string };
  /** The reason why the recipient gets this mail. */
  reason: string;
  /** The page that switches the mail off, in the mails that can be. */
  settings?: { label: string; address: string };
}

export interface MailMessage {
  subject: string;
  text: string;
  html: string;
}

const PRODUCT = 'Drone Pilot Surveys';

/** Line breaks of a user's text would begin a new paragraph, or a header. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Clients of mail read no style sheets reliably. The colours are those of the product, readable on a light and on a dark background. */
const FONT = "font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 8px; background: #0f5c4d; color: #ffffff; text-decoration: none; font-weight: 600';

const HEAD =
  'margin: 0 0 24px; padding: 12px 16px; border-radius: 8px; border-bottom: 4px solid #5cc2a7; background: #0f5c4d; color: #ffffff; font-weight: 700';
const CELL = 'padding: 2px 24px 2px 0; vertical-align: top; text-align: left';

const paragraph = (html: string, style = ''): string => `<p style="margin: 0 0 16px;${style}">${html}</p>`;

/** Writes a mail as text and as HTML. Neither has images, scripts or addresses of other hosts. */
export function writeMail(content: MailContent): MailMessage {
  const { subject, name, paragraphs, details, action, reason, settings } = content;
  const lines = [name === null ? 'Hello,' : `Hello ${name},`, ...paragraphs].map(oneLine);
  const choice = settings ? [`${settings.label}: ${settings.address}`] : [];
  const text = [
    ...lines,
    ...(details.length > 0 ? [details.map((line) => line.join(': ')).join('\n')] : []),
    `${action.label}:\n${action.address}`,
    `-- \n${[PRODUCT, reason, ...choice].join('\n')}`,
  ].join('\n\n');
  const address = escapeHtml(action.address);
  const link = settings
    ? `<br><a href="${escapeHtml(settings.address)}" style="color: inherit">${escapeHtml(settings.label)}</a>`
    : '';
  const rows = details.map(
    ([label, value]) =>
      `<tr><th style="${CELL}; font-weight: 400; opacity: 0.75">${escapeHtml(label)}</th><td style="${CELL}">${escapeHtml(value)}</td></tr>`,
  );
  const table = rows.length > 0 ? `<table style="margin: 0 0 16px; ${FONT}">${rows.join('')}</table>\n` : '';
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(oneLine(subject))}</title></head>
<body style="margin: 0; padding: 24px; ${FONT}">
<div style="max-width: 560px; margin: 0 auto">
<p style="${HEAD}">${PRODUCT}</p>
${lines.map((line) => paragraph(escapeHtml(line))).join('\n')}
${table}${paragraph(`<a href="${address}" style="${BUTTON}">${escapeHtml(action.label)}</a>`)}
${paragraph(`If the button does not work, open this address:<br><span style="overflow-wrap: anywhere">${address}</span>`, ' font-size: 14px')}
${paragraph(`${PRODUCT}<br>${escapeHtml(reason)}${link}`, ' font-size: 14px; opacity: 0.75')}
</div>
</body>
</html>
`;
  return { subject: oneLine(subject), text: `${text}\n`, html };
}
