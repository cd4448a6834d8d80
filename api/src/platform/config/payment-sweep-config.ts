import { number } from 'yup';

/** When the sweep looks up payments of which nobody has heard. */
export interface PaymentSweepConfig {
  /** The pause between two sweeps, whichever replica does them. */
  everySeconds: number;
  /** The age from which on a payment is looked up; the pause doubles with every look that changes nothing. */
  afterSeconds: number;
}

const DAY_SECONDS = 86_400;

const seconds = () =>
  number()
    .transform((_value, original: unknown) => (/^\d{1,5}$/.test(String(original)) ? Number(original) : NaN))
    .typeError('expected a number of seconds from 1 to 86400')
    .min(1, 'expected a number of seconds from 1 to 86400')
    .max(DAY_SECONDS, 'expected a number of seconds from 1 to 86400');

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
