import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { PaymentStatus } from '@dps/contract';
import { Metrics } from '../../platform/metrics/metrics.ts';

/** Counts the outcomes of payments and of the sweep. */
@Injectable()
export class PaymentMetrics {
  private readonly changes;
  private readonly refusals;
  private readonly checks;
  private readonly ledger;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.changes = new Counter({
      name: 'dps_payments_total',
      help: 'Payments that entered a state',
      labelNames: ['status'],
      registers,
    });
    this.refusals = new Counter({
      name: 'dps_payment_refusals_total',
      help: 'Payments at the provider that do not match the stored payment',
      registers,
    });
    this.checks = new Counter({
      name: 'dps_payment_checks_total',
      help: 'Payments that the sweep has looked up, by finding',
      labelNames: ['finding'],
      registers,
    });
    this.ledger = new Counter({
      name: 'dps_ledger_checks_total',
      help: "Payments and payout accounts whose ledger was compared with the provider's balance, by finding",
      labelNames: ['finding'],
      registers,
    });
  }

  /** Adds the results of a comparison of the ledger with the provider's balance. */
  countLedgerChecks(counts: Readonly<Record<string, number>>): void {
    for (const [finding, count] of Object.entries(counts)) this.ledger.inc({ finding }, count);
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
