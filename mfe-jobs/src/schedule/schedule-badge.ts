import { JOB_STATUS_LABELS } from '@dps/shared-contracts';

/** The looks of a schedule badge. */
export type BadgeTone = 'green' | 'yellow' | 'blue' | 'red' | 'gray';

/** The schedule has colours of its own, for states of an appointment; a job's other statuses are grey. */
const TONES = new Map<string, BadgeTone>([
  ['confirmed', 'green'],
  ['pending', 'yellow'],
  ['completed', 'blue'],
  ['cancelled', 'red'],
]);

const LABELS = new Map<string, string>(Object.entries(JOB_STATUS_LABELS));

export function badgeTone(status: string): BadgeTone {
  return TONES.get(status) ?? 'gray';
}

/** The label of a job's status; of a status that this release does not have, the word that the server sent. */
export function badgeLabel(status: string): string {
  return LABELS.get(status) ?? status;
}
