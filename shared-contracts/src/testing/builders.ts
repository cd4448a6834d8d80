import type { DeliverableView } from '../schemas/deliverable.ts';
import type { FlightRecordView } from '../schemas/flight-record.ts';
import type { JobDetailView, JobView } from '../schemas/job.ts';
import type { PaymentView } from '../schemas/payment.ts';
import type { PayoutBalanceView, PayoutView } from '../schemas/payout.ts';
import type { UserView } from '../schemas/user-view.ts';

export const aPilot = (facts: Partial<UserView> = {}): UserView => ({
  id: 1,
  name: 'Demo Pilot',
  username: 'demo_pilot',
  email: 'pilot@example.test',
  role: 'pilot',
  flightHours: 1247,
  profileImage: null,
  mustConfirmEmail: false,
  pendingEmail: null,
  base: null,
  ...facts,
});

export const aClient = (facts: Partial<UserView> = {}): UserView => ({
  ...aPilot(),
  id: 2,
  name: 'Demo Client',
  username: 'demo_client',
  email: 'client@example.test',
  role: 'client',
  flightHours: null,
  ...facts,
});

/** An open job of the client with id 2. */
export const aJob = (facts: Partial<JobView> = {}): JobView => ({
  id: 1,
  title: 'Roof inspection',
  description: 'Photograph the roof of the north hall.',
  surveyType: 'Site Survey',
  location: 'Denver, CO',
  budget: 125_050,
  status: 'pending',
  progress: 0,
  clientId: 2,
  pilotId: null,
  deadline: '2026-12-31T00:00:00.000Z',
  deadlineHasTime: false,
  areaSquareMeters: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
  publishedAt: '2026-11-01T09:00:00.000Z',
  termsChangedAt: null,
  handedOverAt: null,
  changesRequestedAt: null,
  endRequestedAt: null,
  point: null,
  client: { name: 'Demo Client' },
  pilot: null,
  ...facts,
});

export const aJobDetail = (facts: Partial<JobDetailView> = {}): JobDetailView => ({
  ...aJob(),
  area: null,
  flightData: [],
  flightDataCount: facts.flightData?.length ?? 0,
  attachments: [],
  payment: null,
  acceptedTerms: null,
  changeRequests: 0,
  lastChangeRequest: null,
  endRequest: null,
  takeBackUntil: null,
  formerPilot: false,
  ...facts,
});

/** A card payment of the job with id 1 that has arrived. */
export const aPayment = (facts: Partial<PaymentView> = {}): PaymentView => ({
  id: 1,
  jobId: 1,
  amount: 125_050,
  refundedAmount: 0,
  refundedAt: null,
  status: 'completed',
  transactionId: 'pi_1',
  provider: 'stripe',
  cardBrand: 'visa',
  cardLast4: '4242',
  submitted: false,
  createdAt: '2026-11-02T10:00:00.000Z',
  ...facts,
});

/** The money of a pilot without payments. */
export const aPayoutBalance = (facts: Partial<PayoutBalanceView> = {}): PayoutBalanceView => ({
  availableAmount: 0,
  onTheWayAmount: 0,
  paidOutAmount: 0,
  waitingAmount: 0,
  heldAmount: 0,
  ...facts,
});

/** A payout on its way, with the share of the job with id 1. */
export const aPayout = (facts: Partial<PayoutView> = {}): PayoutView => ({
  id: 1,
  amount: 87_535,
  status: 'in-transit',
  arrivesOn: '2026-12-04',
  failureCode: null,
  failureMessage: null,
  createdAt: '2026-11-27T12:00:00.000Z',
  paidAt: null,
  jobs: [{ id: 1, title: 'Roof inspection', amount: 87_535 }],
  ...facts,
});

export const aFlightRecord = (facts: Partial<FlightRecordView> = {}): FlightRecordView => ({
  id: 1,
  jobId: 1,
  pilotId: 1,
  flightNumber: 'FL-001',
  duration: 45,
  altitude: null,
  coverageArea: null,
  resolution: null,
  notes: null,
  createdAt: '2026-11-02T10:00:00.000Z',
  ...facts,
});

/** A point cloud that the pilot with id 1 has delivered for the job with id 1. */
export const aDeliverable = (facts: Partial<DeliverableView> = {}): DeliverableView => ({
  id: 21,
  jobId: 1,
  fileName: 'roof.las',
  fileType: 'point-cloud',
  fileSize: 6_000_000,
  lastModified: 1_900_000_000_000,
  receivedBytes: 6_000_000,
  hasPreview: false,
  uploadedBy: 1,
  createdAt: '2026-11-12T15:00:00.000Z',
  completedAt: '2026-11-12T15:01:00.000Z',
  ...facts,
});
