import { createHash } from 'node:crypto';

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 30rem; margin: 4rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem }
button { font: inherit; padding: .5rem 1rem; margin: 0 .5rem .5rem 0 }
`;
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

/** The form leads to this server, and then to the product, which is the same origin behind a gateway. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

interface Page {
  title: string;
  text: string;
  /** The texts of the buttons, by the value that each one sends as `outcome`. */
  outcomes: Readonly<Record<string, string>>;
}

/** Returns a page of another service with a choice of outcomes. Its texts contain no HTML. */
export function outcomePage({ title, text, outcomes }: Page): string {
  const buttons = Object.entries(outcomes).map(
    ([value, label]) => `<button name="outcome" value="${value}">${label}</button>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
<form method="post">
${buttons.join('\n')}
</form>
</main>
`;
}
