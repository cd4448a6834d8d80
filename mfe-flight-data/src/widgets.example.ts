import type { WidgetProps } from '@dps/contract/client';

/** Props on the page of `npm run dev`. Job 6 is in progress and belongs to the demo pilot. */
export default {
  'flight-data.coverage': { jobId: 6 },
  'flight-data.record-list': {
    records: [
      {
        id: 1,
        jobId: 6,
        pilotId: 1,
        flightNumber: 'FL-101',
        duration: 95,
        altitude: '350 ft',
        coverageArea: '12 acres',
        resolution: null,
        notes: 'Two batteries, light wind from the west.',
        createdAt: '2026-11-02T10:00:00.000Z',
      },
    ],
  },
  'flight-data.upload-form': { jobId: 6, onDone: () => {} },
} satisfies Partial<WidgetProps>;
