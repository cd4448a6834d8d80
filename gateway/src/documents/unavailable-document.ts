import { attributes, escapeHtml } from './html.ts';
import { commonHead } from './shell-document.ts';
import { texts } from '../texts.ts';

/** What is shown instead of the shell while the registry cannot be used. */
export function unavailableDocument(problem: string, nonce: string): string {
  const { title, what, safe, todo, reload } = texts.unavailable;
  return `<!doctype html>
<html lang="en">
<head>
${commonHead(title, nonce)}
<script defer${attributes({ nonce })}>addEventListener('DOMContentLoaded',function(){document.querySelector('button').onclick=function(){location.reload()}})</script>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(what)} <code>${escapeHtml(problem)}</code>.</p>
<p>${escapeHtml(safe)}</p>
<p>${escapeHtml(todo)}</p>
<button type="button">${escapeHtml(reload)}</button>
</main>
</body>
</html>
`;
}
