/** The looks of a schedule badge. */
export type BadgeTone = 'green' | 'yellow' | 'blue' | 'red' | 'gray';

/** The schedule has colours of its own, for states of an appointment; a job's other statuses are grey. */
const TONES = new Map<string, BadgeTone>([
  ['confirmed', 'green'],
  ['pending', 'yellow'],
  ['completed', 'blue'],
  ['cancelled', 'red'],
]);

export function badgeTone(status: string): BadgeTone {
  return TONES.get(status) ?? 'gray';
}
