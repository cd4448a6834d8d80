import { formatCents, formatInstantUtc } from '@dps/contract';
import type { MailContent } from './mail-message.ts';
import type { DueMail, Recipient } from './mail-outbox.ts';

export interface MailFacts extends Pick<
  DueMail,
  'createdAt' | 'detail' | 'jobId' | 'pilotName' | 'clientName' | 'terms'
> {
  recipient: Recipient;
  jobTitle: string;
  /** The token of a link, in the kinds that have one. */
  token: string;
}

/** Content of a kind of mail. `path` is the page of its link. */
export interface MailEntry extends Pick<MailContent, 'subject' | 'paragraphs'> {
  action: { label: string; path: string };
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day in UTC. */
export const dayOf = (date: string | null | undefined): string =>
  date ? day.format(new Date(date)) : 'tomorrow';

/** An amount of the details, which are texts, in cents. */
export const money = (cents: string | null | undefined): string => formatCents(Number(cents ?? 0));

/** The moment of a change, for all time zones. */
export const timeOf = (at: Date): string => formatInstantUtc(at.toISOString());
