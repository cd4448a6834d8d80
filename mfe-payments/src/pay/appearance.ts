import type { Appearance } from '@stripe/stripe-js';
import type { ColorScheme } from '@dps/shared-contracts';

/** The theme's colours and type as they are on screen now, for the provider's form, which lives in a frame of its own. */
export function paymentAppearance(scheme: ColorScheme): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--dps-palette-${name}`).trim();
  const variables = {
    colorPrimary: colour('primary-main'),
    colorBackground: colour('background-paper'),
    colorText: colour('text-primary'),
    colorTextSecondary: colour('text-secondary'),
    colorDanger: colour('error-main'),
    fontFamily: getComputedStyle(document.body).fontFamily,
  };
  const known = Object.entries(variables).filter(([, value]) => value !== '');
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: { ...Object.fromEntries(known), fontSizeBase: '14px', borderRadius: '8px' },
  };
}
