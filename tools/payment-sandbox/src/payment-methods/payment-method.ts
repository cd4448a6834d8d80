import type Stripe from 'stripe';
import type { CardBehaviour } from './test-cards.ts';

/** A card to charge. Its number is not kept, only what the number means. */
export interface PaymentMethod {
  id: string;
  /** Seconds since 1970. */
  created: number;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  billingDetails: Stripe.PaymentMethod.BillingDetails;
  behaviour: CardBehaviour;
}
