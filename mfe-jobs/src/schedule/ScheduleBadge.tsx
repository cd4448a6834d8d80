import { ToneBadge, type BadgeShape } from '@dps/ui/data';
import { badgeLabel, badgeTone, type BadgeTone } from './schedule-badge.ts';

const SHAPES = {
  green: 'tick',
  yellow: 'ring',
  blue: 'disc',
  red: 'cross',
  gray: 'half',
} as const satisfies Record<BadgeTone, BadgeShape>;

/** The status badge in the colours of the schedule. */
export function ScheduleBadge({ status }: { status: string }) {
  const tone = badgeTone(status);
  return <ToneBadge tone={tone} shape={SHAPES[tone]} label={badgeLabel(status)} />;
}
