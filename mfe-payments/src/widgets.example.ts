import type { WidgetProps } from '@dps/contract/client';

/** Props on the page of `npm run dev`. The demo client can pay for job 3. */
export default {
  'payments.pay-dialog': {
    job: { id: 3, title: 'Shoreline erosion baseline, mile 3 to 5', budget: 420_000 },
    onClose: () => {},
  },
} satisfies Partial<WidgetProps>;
