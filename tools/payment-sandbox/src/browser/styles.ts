/** The option `appearance` of `stripe.elements()`. The product sets a value for each variable. */
export interface Appearance {
  theme?: 'stripe' | 'night' | 'flat';
  variables?: Record<string, string | undefined>;
}

/** Sets the appearance as custom properties of a host, for the style sheet in its shadow tree. */
export function applyAppearance(host: HTMLElement, { theme, variables = {} }: Appearance): void {
  for (const [name, value] of Object.entries(variables)) host.style.setProperty(`--${name}`, value ?? null);
  host.style.colorScheme = theme === 'night' ? 'dark' : 'light';
}

/**
 * Attaches a shadow tree with the style sheet of the sandbox, isolated from the styles of the page. A constructed sheet
 * needs no nonce under a content security policy.
 */
export function styledShadow(host: HTMLElement): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [sheet];
  return shadow;
}

/** Creates an element with properties. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}

// The mixed color of outlines has a contrast of 3:1 on any background with legible text.
const STYLES = `
:host {
  display: block;
  font-family: var(--fontFamily);
  font-size: var(--fontSizeBase);
  color: var(--colorText);
  --outline: 1px solid color-mix(in srgb, var(--colorText) 55%, var(--colorBackground));
}
* { box-sizing: border-box; font: inherit; }
p { margin: 0; }
form { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9em, 100%), 1fr)); gap: 16px; }
.notice, .number, .postal-code { grid-column: 1 / -1; }
.notice { color: var(--colorTextSecondary); font-size: 0.875em; text-wrap: balance; }
label { display: block; margin-bottom: 4px; font-size: 0.875em; }
input, button, dialog {
  color: var(--colorText);
  background: var(--colorBackground);
  border: var(--outline);
  border-radius: var(--borderRadius);
}
input { width: 100%; min-height: 44px; padding: 8px 12px; font-variant-numeric: tabular-nums; }
input::placeholder { color: var(--colorTextSecondary); opacity: 1; }
input:focus, button:focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 1px; }
input[aria-invalid='true'] { border-color: var(--colorDanger); box-shadow: inset 0 0 0 1px var(--colorDanger); }
.error { margin-top: 4px; color: var(--colorDanger); font-size: 0.875em; }
.error:empty { display: none; }
dialog { width: min(28em, calc(100vw - 2em)); padding: 24px; }
dialog::backdrop { background: rgb(0 0 0 / 0.55); }
h2 { margin: 0 0 8px; font-size: 1.25em; font-weight: 650; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 20px; }
button { min-height: 44px; padding: 0 16px; cursor: pointer; }
button.primary { color: var(--colorBackground); background: var(--colorPrimary); border-color: var(--colorPrimary); }
`;
