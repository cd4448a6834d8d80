import type { Appearance } from '@stripe/stripe-js';

/** The theme's colours as they are on screen now, for the provider's form, which lives in a frame of its own. */
export function paymentAppearance(root: HTMLElement = document.documentElement): Appearance {
  const style = getComputedStyle(root);
  const colour = (name: string) => style.getPropertyValue(`--dps-palette-${name}`).trim();
  const variables = {
    colorPrimary: colour('primary-main'),
    colorBackground: colour('background-paper'),
    colorText: colour('text-primary'),
    colorTextSecondary: colour('text-secondary'),
    colorDanger: colour('error-main'),
  };
  const known = Object.entries(variables).filter(([, value]) => value !== '');
  return { theme: 'stripe', variables: { ...Object.fromEntries(known), borderRadius: '8px' } };
}
