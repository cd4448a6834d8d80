import { ToneBadge, type BadgeShape } from '@dps/ui/data';
import { badgeLabel, badgeTone } from './schedule.ts';

/** The shape of each status. Several statuses share the grey of the schedule, so each has a shape of its own. */
const SHAPES = new Map<string, BadgeShape>([
  ['pending', 'ring'],
  ['in-progress', 'half'],
  ['review', 'diamond'],
  ['completed', 'tick'],
  ['paid', 'disc'],
  ['confirmed', 'tick'],
  ['cancelled', 'cross'],
]);

/** The status badge in the colours of the schedule. */
export function ScheduleBadge({ status }: { status: string }) {
  return (
    <ToneBadge tone={badgeTone(status)} shape={SHAPES.get(status) ?? 'ring'} label={badgeLabel(status)} />
  );
}
