import { Module } from '@nestjs/common';
import { AccountCheck } from './ledger/account-check.ts';
import { LedgerCheck } from './ledger/ledger-check.ts';
import { ManualSettlement } from './manual-settlement.ts';
import { PaymentController, PaymentListController } from './payment.controller.ts';
import { PaymentMetrics } from './payment.metrics.ts';
import { PaymentReader } from './payment.reader.ts';
import { PaymentService } from './payment.service.ts';
import { PaymentSettlement } from './payment-settlement.ts';
import { PaymentSettler } from './payment.settler.ts';
import { PayoutAccountController } from './payout-account/payout-account.controller.ts';
import { PayoutAccountService } from './payout-account/payout-account.service.ts';
import { PayoutController } from './payouts/payout.controller.ts';
import { PayoutReader } from './payouts/payout.reader.ts';
import { AccountProvider } from './provider/account-provider.ts';
import { PayoutSchedule } from './payouts/payout-schedule.ts';
import { PayoutSender } from './payouts/payout-sender.ts';
import { PayoutService } from './payouts/payout.service.ts';
import { PaymentProvider } from './provider/payment-provider.ts';
import { ShareProvider } from './provider/share-provider.ts';
import { DuePayments } from './sweep/due-payments.ts';
import { PaymentSweep } from './sweep/payment-sweep.ts';
import { PilotTransfers } from './transfers/pilot-transfers.ts';
import { WebhookController } from './webhook/webhook.controller.ts';
import { WebhookService } from './webhook/webhook.service.ts';

@Module({
  controllers: [
    PaymentController,
    PaymentListController,
    WebhookController,
    PayoutAccountController,
    PayoutController,
  ],
  providers: [
    PaymentProvider,
    PaymentMetrics,
    PaymentSettler,
    PaymentReader,
    PaymentService,
    WebhookService,
    DuePayments,
    PaymentSweep,
    AccountCheck,
    LedgerCheck,
    AccountProvider,
    PayoutAccountService,
    ShareProvider,
    PilotTransfers,
    PayoutService,
    PayoutSender,
    PayoutSchedule,
    PayoutReader,
    { provide: PaymentSettlement, useClass: ManualSettlement },
  ],
  exports: [PaymentSettlement],
})
export class PaymentModule {}
