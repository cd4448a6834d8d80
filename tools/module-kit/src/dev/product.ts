import { escapeHtml } from '@dps/contract/server';
import { COLOR_SCHEME_SCRIPT, PAGE_COLORS } from '@dps/contract';

const DEPLOYMENT = /<script type="application\/json" id="deployment">.*?<\/script>/s;
const TIMEOUT_MS = 3_000;

/** Says that no product runs at an origin, and what to do. */
export const productMissing = (product: string): string =>
  `No product runs at ${product}. Start one with "npm start", or name another one: PRODUCT_URL=https://…`;

/**
 * Reads the HTML element with the deployment's settings from a document of the running product, so that the page with
 * widgets has the same settings.
 *
 * @param product origin of the product
 * @returns the element; undefined if no product runs there
 */
export async function deploymentElement(product: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${product}/`, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return DEPLOYMENT.exec(await response.text())?.[0];
  } catch {
    return undefined;
  }
}

/** Returns a plain HTML document. */
export const plainDocument = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="theme-color" content="${PAGE_COLORS.light}">
<script>${COLOR_SCHEME_SCRIPT}</script>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>body{margin:0;padding:24px;font:1rem/1.5 system-ui,sans-serif}nav{display:flex;gap:24px;margin-bottom:24px}</style>
</head>
<body dir="ltr">
${body}
</body>
</html>
`;
