import { wholeNumber } from './variables.ts';

/** When the sweep looks up payments of which nobody has heard. */
export interface PaymentSweepConfig {
  /** The pause between two sweeps, whichever replica does them. */
  everySeconds: number;
  /** The age from which on a payment is looked up; the pause doubles with every look that changes nothing. */
  afterSeconds: number;
}

const DAY_SECONDS = 86_400;

const seconds = () => wholeNumber('expected a number of seconds from 1 to 86400', 1, DAY_SECONDS);

export const paymentSweepVariables = {
  PAYMENT_SWEEP_EVERY_SECONDS: seconds().default(30),
  PAYMENT_SWEEP_AFTER_SECONDS: seconds().default(120),
};

interface Variables {
  PAYMENT_SWEEP_EVERY_SECONDS: number;
  PAYMENT_SWEEP_AFTER_SECONDS: number;
}

export function readPaymentSweepConfig(variables: Variables): PaymentSweepConfig {
  return {
    everySeconds: variables.PAYMENT_SWEEP_EVERY_SECONDS,
    afterSeconds: variables.PAYMENT_SWEEP_AFTER_SECONDS,
  };
}
