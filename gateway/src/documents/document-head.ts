import { COLOR_SCHEME_ATTRIBUTE, COLOR_SCHEME_SCRIPT, PAGE_COLORS } from '@dps/contract';
import { escapeHtml } from '@dps/contract/server';
import { APP_LINKS } from '../offline/installed-app.ts';
import { FALLBACK_FONT } from './fallback-font.ts';
import { attributes } from './html.ts';

const { light, dark } = PAGE_COLORS;
/** Selects a document in the dark scheme. An inline script sets the attribute before the first paint. */
const DARK = `[${COLOR_SCHEME_ATTRIBUTE}=dark]`;

/** Styles that apply before the shell's own: fallback font, page colors, and the messages of a page that cannot start. */
const DOCUMENT_STYLE = [
  FALLBACK_FONT,
  `:root{color-scheme:light}${DARK}{color-scheme:dark}`,
  `body{margin:0;background:${light};color:#14211C;font:1rem/1.5 "Inter Variable",system-ui,sans-serif}`,
  'noscript p,#root>[role=alert],body>main{box-sizing:border-box;max-width:36rem;margin:15vh auto 16px;padding:0 24px}',
  'body>main h1{font-size:1.75rem;font-weight:650;line-height:1.25}',
  '#root>button,body>main button{display:block;font:inherit;padding:10px 20px;border:0;border-radius:8px;background:#0F5C4D;color:#fff;cursor:pointer}',
  '#root>button{margin:0 0 0 max(24px,calc(50% - 18rem + 24px))}',
  'code{overflow-wrap:anywhere}',
  `${DARK} body{background:${dark};color:#E8EEEA}${DARK} :is(#root>button,body>main button){background:#5CC2A7;color:${dark}}`,
].join('');

/** Returns the head elements that all documents of the gateway share. `nonce` marks their style and script. */
export function commonHead(title: string, nonce: string): string {
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="color-scheme" content="light dark">',
    `<meta${attributes({ name: 'theme-color', content: PAGE_COLORS.light })}>`,
    `<script${attributes({ nonce })}>${COLOR_SCHEME_SCRIPT}</script>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    APP_LINKS,
    `<style${attributes({ nonce })}>${DOCUMENT_STYLE}</style>`,
  ].join('\n');
}
