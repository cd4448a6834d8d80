import {
  COLOR_SCHEME_SCRIPT,
  findRoute,
  PAGE_COLORS,
  type Deployment,
  type Registry,
} from '@dps/shared-contracts';
import { DOCUMENT_GUARD } from './document-guard.ts';
import { planDocument, type DocumentFile } from './document-plan.ts';
import { DOCUMENT_STYLE } from './document-style.ts';
import { attributes, escapeHtml, jsonElement } from './html.ts';
import { texts } from '../texts.ts';

interface DocumentRequest {
  registry: Registry;
  deployment: Deployment;
  /** The path of the address that was asked for. */
  pathname: string;
  nonce: string;
}

const vouchedFor = ({ integrity }: DocumentFile, nonce: string) => ({
  crossorigin: 'anonymous',
  integrity,
  nonce,
});

function preloadTag(file: DocumentFile, nonce: string): string {
  return `<link${attributes({ rel: 'preload', as: 'script', href: file.href, ...vouchedFor(file, nonce) })}>`;
}

function scriptTag(file: DocumentFile, nonce: string): string {
  const given = { src: file.href, defer: true, 'data-shell': true, ...vouchedFor(file, nonce) } as const;
  return `<script${attributes(given)}></script>`;
}

/** The head that all documents of the gateway share; `nonce` is for their style and script. */
export function commonHead(title: string, nonce: string): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="color-scheme" content="light dark">',
    `<meta${attributes({ name: 'theme-color', content: PAGE_COLORS.light })}>`,
    `<script${attributes({ nonce })}>${COLOR_SCHEME_SCRIPT}</script>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<style${attributes({ nonce })}>${DOCUMENT_STYLE}</style>`,
  ].join('\n');
}

/**
 * The shell's document for one address: it carries the registry and the deployment, and asks ahead for the files that
 * the first screen of this address needs.
 */
export function shellDocument({ registry, deployment, pathname, nonce }: DocumentRequest): string {
  const plan = planDocument(registry, pathname);
  const page = findRoute(registry, pathname)?.route.title;
  const { shell, previousShell } = registry;
  return `<!doctype html>
<html lang="en">
<head>
${commonHead(page === undefined ? texts.product : texts.title(page), nonce)}
<meta name="description"${attributes({ content: texts.description })}>
<meta name="csp-nonce"${attributes({ nonce })}>
${previousShell ? `<meta${attributes({ name: 'shell-fallback', content: shell.version })}>` : ''}
<script${attributes({ nonce })}>${DOCUMENT_GUARD}</script>
${plan.preloads.map((file) => preloadTag(file, nonce)).join('\n')}
${plan.scripts.map((file) => scriptTag(file, nonce)).join('\n')}
</head>
<body>
<noscript><p>${escapeHtml(texts.noscript)}</p></noscript>
<div id="root"></div>
${jsonElement('registry', plan.registry)}
${jsonElement('deployment', deployment)}
</body>
</html>
`;
}
