/** On everything that the gateway sends, unless the API has said otherwise. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** On documents besides; `payment` is for the provider's frame, the rest is used by nothing. */
export function documentHeaders(stripe: boolean): Record<string, string> {
  const payment = stripe ? '(self "https://js.stripe.com")' : '()';
  return {
    'permissions-policy': `camera=(), microphone=(), geolocation=(), usb=(), payment=${payment}`,
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}
