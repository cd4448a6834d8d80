import { Module } from '@nestjs/common';
import { ManualSettlement } from './manual-settlement.ts';
import { PaymentController } from './payment.controller.ts';
import { PaymentService } from './payment.service.ts';
import { PaymentSettlement } from './payment-settlement.ts';
import { PaymentSettler } from './payment.settler.ts';
import { PaymentProvider } from './provider/payment-provider.ts';
import { WebhookController } from './webhook/webhook.controller.ts';
import { WebhookService } from './webhook/webhook.service.ts';

@Module({
  controllers: [PaymentController, WebhookController],
  providers: [
    PaymentProvider,
    PaymentSettler,
    PaymentService,
    WebhookService,
    { provide: PaymentSettlement, useClass: ManualSettlement },
  ],
  exports: [PaymentSettlement],
})
export class PaymentModule {}
