import { ACCOUNT_COSTS } from './account-costs.ts';
import { FILE_COSTS } from './file-costs.ts';
import { FLIGHT_COSTS } from './flight-costs.ts';
import { JOB_COSTS } from './job-costs.ts';
import { PAYMENT_COSTS } from './payment-costs.ts';
import type { Cost } from './world.ts';

/** The number of statements of every case of every route. */
export const COSTS: readonly Cost[] = [
  ...ACCOUNT_COSTS,
  ...JOB_COSTS,
  ...FILE_COSTS,
  ...FLIGHT_COSTS,
  ...PAYMENT_COSTS,
];
