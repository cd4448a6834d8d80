import type { JobArea, JobStatus, SurveyType } from '@dps/contract';
import type { DemoFlightLog } from './demo-flight-log.ts';

export interface DemoFlight {
  flightNumber: string;
  /** Minutes. */
  duration: number;
  altitude: string | null;
  coverageArea: string | null;
  resolution: string | null;
  notes: string | null;
  /** Days before today. */
  flownDaysAgo: number;
  /** The uploaded flight log. */
  log?: DemoFlightLog;
}

export interface DemoFile {
  fileName: string;
  /** A site plan, or an aerial photo of a type of ground. */
  content:
    | { kind: 'plan'; lines: readonly string[] }
    | { kind: 'photo'; ground: 'fields' | 'roofs' | 'coast' };
}

/** A question of a pilot while the job was open. */
export interface DemoQuestion {
  pilot: string;
  text: string;
  /** Days before today. */
  askedDaysAgo: number;
  answer?: { text: string; daysAgo: number };
}

/** A message between the client and the pilot of a job. */
export interface DemoMessage {
  from: 'client' | 'pilot';
  text: string;
  /** Days before today. */
  sentDaysAgo: number;
  isUnread?: boolean;
}

export interface DemoJob {
  title: string;
  description: string;
  surveyType: SurveyType;
  location: string;
  area?: JobArea;
  /** Cents. */
  budget: number;
  status: JobStatus;
  progress: number;
  client: string;
  pilot: string | null;
  postedDaysAgo: number;
  changedDaysAgo: number;
  /** Days after today; negative for the past. */
  dueInDays: number;
  /** `HH:MM` in UTC; null for a date without a time. */
  dueTime: string | null;
  /** The terms that the client changed since the pilot accepted the job. */
  acceptedTerms?: { budget?: number; dueInDays?: number; location?: string };
  payment?: 'stripe' | 'manual';
  /** The payout of the share of a card payment; by default, the share is at the payout account. */
  payout?: 'paid' | 'in-transit';
  /** What the client asked to have changed, as the last change of the job: it is in progress again. */
  changeRequest?: string;
  /** The pilot of the flights and deliverables, who withdrew from the job as its last change: it is open again. */
  withdrawal?: { pilot: string; reason: string };
  messages?: readonly DemoMessage[];
  questions?: readonly DemoQuestion[];
  flights?: readonly DemoFlight[];
  files?: readonly DemoFile[];
  /** Files that the pilot has delivered. */
  deliverables?: readonly DemoFile[];
}
