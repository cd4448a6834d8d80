import { findRoute, type Deployment, type Registry } from '@dps/contract';
import { escapeHtml } from '@dps/contract/server';
import { DOCUMENT_GUARD } from './document-guard.ts';
import { commonHead } from './document-head.ts';
import { planDocument, type DocumentFile } from './document-plan.ts';
import { attributes, jsonElement } from './html.ts';
import { OUTLINE_SCRIPT, OUTLINE_STYLE, pageOutline } from './outline.ts';
import { scriptPolicy } from './script-policy.ts';
import { REGISTER_WORKER } from '../offline/installed-app.ts';
import { texts } from '../texts.ts';

interface DocumentRequest {
  registry: Registry;
  deployment: Deployment;
  /** The path of the requested address. */
  pathname: string;
  /** The own cookies of the browser. */
  cookies: string;
  nonce: string;
  /** True with the real payment provider. */
  stripe: boolean;
}

const integrityAttributes = ({ integrity }: DocumentFile, nonce: string) => ({
  crossorigin: 'anonymous',
  integrity,
  nonce,
});

function preloadTag(file: DocumentFile, nonce: string): string {
  return `<link${attributes({ rel: 'preload', as: 'script', href: file.href, ...integrityAttributes(file, nonce) })}>`;
}

/** The shell loads the font without integrity: a browser compares this attribute of a preload only for scripts and styles. */
function fontTag(href: string): string {
  return `<link${attributes({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' })}>`;
}

function scriptTag(file: DocumentFile, nonce: string): string {
  const given = {
    src: file.href,
    defer: true,
    'data-shell': true,
    ...integrityAttributes(file, nonce),
  } as const;
  return `<script${attributes(given)}></script>`;
}

/**
 * Returns the shell's document for one address. It holds the registry and the deployment, preloads the files of the address's
 * first screen, and shows an outline of it.
 */
export function shellDocument({
  registry,
  deployment,
  pathname,
  cookies,
  nonce,
  stripe,
}: DocumentRequest): string {
  const plan = planDocument(registry, pathname);
  const page = findRoute(registry, pathname)?.route.title;
  const { shell, previousShell } = registry;
  const devOrigins = deployment.overrides?.origins ?? [];
  return `<!doctype html>
<html lang="en">
<head>
${commonHead(page === undefined ? texts.product : texts.title(page), nonce)}
<style${attributes({ nonce })}>${OUTLINE_STYLE}</style>
<meta name="description"${attributes({ content: texts.description })}>
<meta name="csp-nonce"${attributes({ nonce })}>
${previousShell ? `<meta${attributes({ name: 'shell-fallback', content: shell.version })}>` : ''}
<script${attributes({ nonce })}>${scriptPolicy({ stripe, devOrigins })};${DOCUMENT_GUARD};${OUTLINE_SCRIPT};${REGISTER_WORKER}</script>
${plan.preloads.map((file) => preloadTag(file, nonce)).join('\n')}
${plan.fonts.map((href) => fontTag(href)).join('\n')}
${plan.scripts.map((file) => scriptTag(file, nonce)).join('\n')}
</head>
<body dir="ltr">
<noscript><p>${escapeHtml(texts.noscript)}</p></noscript>
<div id="root">${pageOutline(registry, pathname, cookies)}</div>
${jsonElement('registry', plan.registry)}
${jsonElement('deployment', deployment)}
</body>
</html>
`;
}
