import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [{ path: '/payments', lazy: () => import('./history/PaymentsPage.tsx') }],
  widgets: { 'payments.pay-dialog': () => import('./pay/PayDialog.tsx') },
});
