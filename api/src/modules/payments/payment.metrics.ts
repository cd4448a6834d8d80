import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { PaymentStatus } from '@dps/shared-contracts';
import { Metrics } from '../../platform/metrics/metrics.ts';

/** How payments end, and what the sweep finds. */
@Injectable()
export class PaymentMetrics {
  private readonly changes;
  private readonly refusals;
  private readonly checks;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.changes = new Counter({
      name: 'dps_payments_total',
      help: 'Payments that came into a state',
      labelNames: ['status'],
      registers,
    });
    this.refusals = new Counter({
      name: 'dps_payment_refusals_total',
      help: 'Money at the provider that does not add up',
      registers,
    });
    this.checks = new Counter({
      name: 'dps_payment_checks_total',
      help: 'Payments that the sweep has looked up, by what it found',
      labelNames: ['finding'],
      registers,
    });
  }

  countChange(status: PaymentStatus): void {
    this.changes.inc({ status });
  }

  countRefusal(): void {
    this.refusals.inc();
  }

  countChecks(finding: string, count: number): void {
    this.checks.inc({ finding }, count);
  }
}
