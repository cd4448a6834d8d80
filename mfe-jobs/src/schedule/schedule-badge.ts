import { JOB_STATUS_LABELS } from '@dps/contract';

/** The colours of a schedule badge. */
export type BadgeTone = 'green' | 'yellow' | 'blue' | 'red' | 'gray';

/** The schedule's own colours, by the state of an appointment. Other statuses are grey. */
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

/** The label of a status; a status that this release does not contain is its own label. */
export function badgeLabel(status: string): string {
  return LABELS.get(status) ?? status;
}
