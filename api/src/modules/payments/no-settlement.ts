import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { PaymentSettlement } from './payment-settlement.ts';

/** Settles nothing: no job becomes paid. */
@Injectable()
export class NoSettlement extends PaymentSettlement {
  override recordManualPayment(): Promise<void> {
    return Promise.reject(new DomainError('payment_not_due'));
  }
}
