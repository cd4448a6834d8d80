import { Module } from '@nestjs/common';
import { NoSettlement } from './no-settlement.ts';
import { PaymentSettlement } from './payment-settlement.ts';

@Module({
  providers: [{ provide: PaymentSettlement, useClass: NoSettlement }],
  exports: [PaymentSettlement],
})
export class PaymentModule {}
