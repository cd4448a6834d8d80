import type { WidgetProps } from '@dps/shared-contracts/client';

/** The props with which the harness shows the widget at first; job 3 is one that the demo client can pay. */
export default {
  'payments.pay-dialog': {
    job: { id: 3, title: 'Shoreline erosion baseline, mile 3 to 5', budget: 4200 },
    onClose: () => {},
  },
} satisfies Partial<WidgetProps>;
