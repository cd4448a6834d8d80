import { COLOR_SCHEME_SCRIPT, PAGE_COLORS } from '@dps/contract';
import { escapeHtml } from '@dps/contract/server';
import { START_FIRST } from './product.ts';

const { light, dark } = PAGE_COLORS;
/** Colors and layout before the theme is loaded, and for the page without a product. */
const STYLE = `:root{color-scheme:light}[data-color-scheme=dark]{color-scheme:dark}
body{margin:0;background:${light};color:#14211C;font:1rem/1.5 system-ui,sans-serif}
[data-color-scheme=dark] body{background:${dark};color:#E8EEEA}
body>main{box-sizing:border-box;max-width:36rem;margin:15vh auto 0;padding:0 24px}
body>main h1{font-size:1.75rem;line-height:1.25}
a{color:inherit}code{overflow-wrap:anywhere}`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${light}">
<script>${COLOR_SCHEME_SCRIPT}</script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body dir="ltr">
${body}
</body>
</html>
`;

/**
 * Returns the HTML document of the harness.
 *
 * @param title title of the module
 * @param deployment the HTML element with the deployment's settings
 * @param scripts paths of the scripts of the harness, in their order
 */
export function harnessDocument(title: string, deployment: string, scripts: readonly string[]): string {
  const tags = scripts.map((script) => `<script defer src="${escapeHtml(script)}"></script>`);
  return page(title, ['<div id="root"></div>', deployment, ...tags].join('\n'));
}

/** Returns the HTML document that replaces the harness while no product runs at `product`. */
export function productMissingDocument(title: string, product: string): string {
  return page(
    title,
    `<main>
<h1>${escapeHtml(START_FIRST)}</h1>
<p>${escapeHtml(title)} needs the API of a running product, and no product runs at <code>${escapeHtml(product)}</code>.
If it has another origin, set <code>PRODUCT_URL</code>.</p>
<p><a href="">Try again</a></p>
</main>`,
  );
}
