import { escapeHtml } from '@dps/contract/server';
import { commonHead } from './document-head.ts';
import { attributes } from './html.ts';
import { texts } from '../texts.ts';

/** Returns the document that replaces the shell while no registry is usable. Only the log has the cause. */
export function unavailableDocument(nonce: string): string {
  const { title, safe, support, reload } = texts.unavailable;
  return `<!doctype html>
<html lang="en">
<head>
${commonHead(title, nonce)}
<script defer${attributes({ nonce })}>addEventListener('DOMContentLoaded',function(){document.querySelector('button').onclick=function(){location.reload()}})</script>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(safe)}</p>
<p>${escapeHtml(support)}</p>
<button type="button">${escapeHtml(reload)}</button>
</main>
</body>
</html>
`;
}
