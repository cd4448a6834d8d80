/** Paths of all API calls, for browser and server. */
export const paths = {
  currentUser: () => '/api/user/current',
  profile: () => '/api/user/profile',
  profileImage: () => '/api/user/profile-image',
  login: () => '/api/auth/login',
  signup: () => '/api/auth/signup',
  logout: () => '/api/auth/logout',
  jobs: () => '/api/jobs',
  availableJobs: () => '/api/jobs/available',
  pilotJobs: (pilotId: number) => `/api/jobs/pilot/${pilotId}`,
  clientJobs: (clientId: number) => `/api/jobs/client/${clientId}`,
  job: (id: number) => `/api/jobs/${id}`,
  assignJob: (id: number) => `/api/jobs/${id}/assign`,
  releaseJob: (id: number) => `/api/jobs/${id}/release`,
  jobEvents: (jobId: number) => `/api/jobs/${jobId}/events`,
  attachments: (jobId: number) => `/api/jobs/${jobId}/attachments`,
  attachment: (jobId: number, id: number) => `/api/jobs/${jobId}/attachments/${id}`,
  pilot: (id: number) => `/api/pilots/${id}`,
  payments: () => '/api/payments',
  createPayment: (jobId: number) => `/api/jobs/${jobId}/create-payment`,
  confirmPayment: (jobId: number) => `/api/jobs/${jobId}/confirm-payment`,
  pilotFlightRecords: (pilotId: number) => `/api/flight-data/pilot/${pilotId}`,
  flightRecords: () => '/api/flight-data',
  flightTrack: (recordId: number) => `/api/flight-data/${recordId}/track`,
  telemetry: () => '/api/telemetry',
  paymentWebhook: () => '/api/payments/webhook',
  live: () => '/api/health/live',
  ready: () => '/api/health/ready',
} as const;

/** Name of the session cookie over plain HTTP; behind TLS it has the prefix `__Host-`. */
export const SESSION_COOKIE = 'dps_session';
