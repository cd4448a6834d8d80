import { JOB_STATUS_LABELS, type JobStatus } from '@dps/contract';
import { STATUS_TONES } from '../theme/tokens.ts';
import { ToneBadge, type BadgeShape } from './ToneBadge.tsx';

const SHAPES = {
  pending: 'ring',
  'in-progress': 'half',
  review: 'diamond',
  completed: 'tick',
  paid: 'disc',
} as const satisfies Record<JobStatus, BadgeShape>;

/** The status of a job: label, shape and colour. */
export function StatusBadge({ status }: { status: JobStatus }) {
  return <ToneBadge tone={STATUS_TONES[status]} shape={SHAPES[status]} label={JOB_STATUS_LABELS[status]} />;
}
