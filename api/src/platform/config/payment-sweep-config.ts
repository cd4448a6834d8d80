import { wholeNumber } from './variables.ts';

/** Schedule of the sweep, which looks up pending payments at the provider. */
export interface PaymentSweepConfig {
  /** Pause between two sweeps of all replicas. */
  everySeconds: number;
  /** Minimum age of a payment. The pause between its look-ups starts with this value and doubles each time. */
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
