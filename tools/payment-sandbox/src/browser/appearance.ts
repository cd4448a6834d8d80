/** The option `appearance` of `stripe.elements()`. */
export interface Appearance {
  theme?: 'stripe' | 'night' | 'flat';
  variables?: Record<string, string | undefined>;
}

const LIGHT = {
  colorPrimary: '#0570de',
  colorBackground: '#ffffff',
  colorText: '#30313d',
  colorTextSecondary: '#5a6072',
  colorTextPlaceholder: '#6b7184',
  colorDanger: '#b3093c',
};

const NIGHT: typeof LIGHT = {
  colorPrimary: '#85d996',
  colorBackground: '#30313d',
  colorText: '#ffffff',
  colorTextSecondary: '#d0d2dc',
  colorTextPlaceholder: '#b5b8c4',
  colorDanger: '#fe87a1',
};

const SHAPES = {
  fontFamily: 'system-ui, sans-serif',
  fontSizeBase: '16px',
  borderRadius: '5px',
  spacingUnit: '4px',
};

/** Sets the appearance as custom properties of a host, for the style sheet in its shadow tree. */
export function applyAppearance(host: HTMLElement, { theme = 'stripe', variables = {} }: Appearance): void {
  const defaults = { ...(theme === 'night' ? NIGHT : LIGHT), ...SHAPES };
  for (const [name, value] of Object.entries(defaults)) {
    host.style.setProperty(`--${name}`, variables[name] ?? value);
  }
  host.style.colorScheme = theme === 'night' ? 'dark' : 'light';
}

/**
 * Attaches a shadow tree with its own style sheet, isolated from the styles of the page. A constructed sheet needs no
 * nonce under a content security policy.
 */
export function styledShadow(host: HTMLElement, css: string): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  shadow.adoptedStyleSheets = [sheet];
  return shadow;
}
