/** The texts of the sandbox in the page. Messages about cards are Stripe's. */
export const texts = {
  notice: 'Payment sandbox: no real money moves. Try 4242 4242 4242 4242.',
  number: {
    id: 'number',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
  },
  expiry: { id: 'expiry', label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { id: 'cvc', label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc' },
  postalCode: {
    id: 'postal-code',
    label: 'ZIP code',
    placeholder: '12345',
    autocomplete: 'billing postal-code',
  },
  challenge: {
    title: 'Authenticate this payment',
    question: (amount: string) =>
      `The issuer of the card asks you to confirm a payment of ${amount}. In the payment sandbox you choose how it ends.`,
    complete: 'Complete authentication',
    fail: 'Fail authentication',
  },
  unreachable: 'An error occurred while reaching the payment provider. Check your connection and try again.',
  notAuthenticated:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const;

/** Messages about a card's details, by Stripe's codes. */
export const VALIDATION_MESSAGES = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_year_past: "Your card's expiration date is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: 'Your ZIP code is incomplete.',
} as const;

export type ValidationCode = keyof typeof VALIDATION_MESSAGES;
