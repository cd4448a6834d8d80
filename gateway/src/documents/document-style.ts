import { COLOR_SCHEME_ATTRIBUTE, PAGE_COLORS } from '@dps/shared-contracts';

const { light, dark } = PAGE_COLORS;
/** The document is in the dark; its scheme is the business of a script that runs before it is painted. */
const DARK = `[${COLOR_SCHEME_ATTRIBUTE}=dark]`;

/** Only what shows before the shell's own styles: paper and ink, and messages of a page that cannot start. */
export const DOCUMENT_STYLE = [
  `:root{color-scheme:light}${DARK}{color-scheme:dark}`,
  `body{margin:0;background:${light};color:#14211C;font:16px/1.5 "Inter Variable",system-ui,sans-serif}`,
  'noscript p,#root>[role=alert],body>main{box-sizing:border-box;max-width:36rem;margin:15vh auto 16px;padding:0 24px}',
  'body>main h1{font-size:28px;font-weight:650;line-height:1.25}',
  '#root>button,body>main button{display:block;font:inherit;padding:10px 20px;border:0;border-radius:8px;background:#0F5C4D;color:#fff;cursor:pointer}',
  '#root>button{margin:0 0 0 max(24px,calc(50% - 18rem + 24px))}',
  'code{overflow-wrap:anywhere}',
  `${DARK} body{background:${dark};color:#E8EEEA}${DARK} :is(#root>button,body>main button){background:#5CC2A7;color:${dark}}`,
].join('');
