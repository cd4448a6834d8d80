import { commonHead } from './document-head.ts';
import { attributes, escapeHtml } from './html.ts';
import { texts } from '../texts.ts';

/** Returns the document that replaces the shell while the registry is unusable. */
export function unavailableDocument(problem: string, nonce: string): string {
  const { title, safe, cause, reload } = texts.unavailable;
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
<p>${escapeHtml(cause)} <code>${escapeHtml(problem)}</code>.</p>
<button type="button">${escapeHtml(reload)}</button>
</main>
</body>
</html>
`;
}
