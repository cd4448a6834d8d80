import { jobDetailView, jobView } from '@dps/contract';
import { toJobDetailView, toJobView } from './job.mapper.ts';
import type { JobDetailRow } from './job.queries.ts';

const OWNER = { id: 1, role: 'client' } as const;
const PILOT = { id: 2, role: 'pilot' } as const;

const row: JobDetailRow = {
  id: 7,
  title: 'Roof',
  description: 'Two roofs',
  surveyType: 'Mapping',
  location: 'Austin, TX',
  latitude: 30.2672,
  longitude: -97.7431,
  place: 'Austin, Texas, United States',
  budget: 145_050,
  status: 'review',
  progress: 80,
  clientId: 1,
  clientName: 'Owner Ltd',
  pilotId: 2,
  pilotName: 'Wings Inc',
  deadline: new Date('2030-06-30T00:00:00Z'),
  deadlineHasTime: false,
  area: null,
  areaSquareMeters: null,
  createdAt: new Date('2030-01-01T10:00:00Z'),
  updatedAt: new Date('2030-01-02T10:00:00Z'),
  publishedAt: new Date('2026-01-01T00:00:00Z'),
  termsChangedAt: new Date('2030-01-02T09:00:00Z'),
  handedOverAt: new Date('2030-01-02T10:00:00Z'),
  changesRequestedAt: new Date('2030-01-02T08:00:00Z'),
  changeRequests: 2,
  openedAt: null,
  formerPilotIds: [8],
  lastChangeRequest: { at: '2030-01-02T08:00:00.000Z', text: 'The west side is missing.' },
  endRequestedAt: new Date('2030-01-02T09:30:00Z'),
  endRequest: { at: '2030-01-02T09:30:00.000Z', text: 'The site is sold.' },
  attachments: [
    {
      id: 3,
      jobId: 7,
      fileName: 'plan.pdf',
      fileType: 'pdf',
      fileSize: 9,
      uploadedBy: 1,
      createdAt: '2030-01-01T12:00:00.123456+02:00',
    },
  ],
  flightData: [
    {
      id: 4,
      jobId: 7,
      pilotId: 2,
      flightNumber: 'FL-001',
      duration: 45,
      altitude: null,
      coverageArea: null,
      resolution: null,
      notes: 'Windy',
      log: null,
      evidence: null,
      context: null,
      createdAt: '2030-01-01T10:00:00+00:00',
    },
  ],
  flightDataCount: 1,
  payment: {
    id: 5,
    jobId: 7,
    amount: 145_050,
    refundedAmount: 0.5,
    disputedAmount: 0,
    refundedAt: '2030-01-02T12:00:00+02:00',
    status: 'pending',
    transactionId: null,
    provider: 'stripe',
    cardBrand: 'visa',
    cardLast4: '4242',
    transfer: { status: 'waiting', isReversed: false, isReady: false, payout: null },
    createdAt: '2030-01-01T10:00:00.5+00:00',
  },
  acceptedContent: {
    title: 'Roofs',
    budget: 120_000,
    location: 'Austin, TX',
    deadline: '2030-06-30T00:00:00.000Z',
  },
};

describe('toJobView', () => {
  it('[ENTITY-5] returns the fields of the contract and no other column', () => {
    const view = toJobView(row);
    expect(jobView.validateSync(view, { strict: true })).toEqual(view);
    expect(view).toMatchObject({
      budget: 145_050,
      deadline: '2030-06-30T00:00:00.000Z',
      termsChangedAt: '2030-01-02T09:00:00.000Z',
      handedOverAt: '2030-01-02T10:00:00.000Z',
      changesRequestedAt: '2030-01-02T08:00:00.000Z',
      client: { name: 'Owner Ltd' },
      pilot: { name: 'Wings Inc' },
    });
  });

  it('[ENTITY-6] has no pilot before a pilot accepts', () => {
    expect(toJobView({ ...row, pilotId: null, pilotName: null })).toMatchObject({
      pilotId: null,
      pilot: null,
    });
  });
});

describe('toJobDetailView', () => {
  it('adds attachments, flights and payment, with times in ISO 8601', () => {
    const view = toJobDetailView(row, OWNER);
    expect(jobDetailView.validateSync(view, { strict: true })).toEqual(view);
    expect(view).toMatchObject({
      ...toJobView(row),
      attachments: [{ fileName: 'plan.pdf', createdAt: '2030-01-01T10:00:00.123Z' }],
      flightData: [{ flightNumber: 'FL-001', createdAt: '2030-01-01T10:00:00.000Z' }],
      flightDataCount: 1,
      lastChangeRequest: { at: '2030-01-02T08:00:00.000Z', comment: 'The west side is missing.' },
      endRequest: {
        at: '2030-01-02T09:30:00.000Z',
        reason: 'The site is sold.',
        until: '2030-01-05T09:30:00.000Z',
      },
      payment: {
        amount: 145_050,
        createdAt: '2030-01-01T10:00:00.500Z',
        refundedAt: '2030-01-02T10:00:00.000Z',
      },
    });
  });

  it('[ENTITY-29] has the accepted terms that differ now, and none if they were changed back', () => {
    expect(toJobDetailView(row, OWNER).acceptedTerms).toEqual({
      budget: 120_000,
      deadline: '2030-06-30T00:00:00.000Z',
    });
    const acceptedContent = { title: 'Roofs', budget: 145_050, deadline: '2030-06-30' };
    expect(toJobDetailView({ ...row, acceptedContent }, OWNER).acceptedTerms).toBeNull();
    expect(toJobDetailView({ ...row, acceptedContent: null }, OWNER).acceptedTerms).toBeNull();
  });

  it('hides payment, accepted terms and requests for changes from other pilots, who may read an open job', () => {
    const open = { ...row, status: 'pending', pilotId: null } as const;
    expect(toJobDetailView(open, { id: 9, role: 'pilot' })).toMatchObject({
      payment: null,
      acceptedTerms: null,
      changeRequests: 0,
      lastChangeRequest: null,
      endRequest: null,
      formerPilot: false,
      attachments: [{ id: 3 }],
    });
  });

  it('[ACCESS-21] names a former pilot, who sees no attachments', () => {
    const view = toJobDetailView(row, { id: 8, role: 'pilot' });
    expect(view).toMatchObject({ formerPilot: true, attachments: [], payment: null, takeBackUntil: null });
    expect(toJobDetailView(row, PILOT).formerPilot).toBe(false);
  });

  it('[STATUS-32] tells the pilot until when the work can be taken back, unless the owner has opened the job', () => {
    expect(toJobDetailView(row, PILOT).takeBackUntil).toBe('2030-01-02T10:10:00.000Z');
    expect(toJobDetailView(row, OWNER).takeBackUntil).toBeNull();
    expect(toJobDetailView({ ...row, openedAt: row.updatedAt }, PILOT).takeBackUntil).toBeNull();
    expect(toJobDetailView({ ...row, status: 'completed' }, PILOT).takeBackUntil).toBeNull();
  });
});
