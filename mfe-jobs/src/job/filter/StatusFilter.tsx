import { JOB_STATUS_LABELS, type JobStatus } from '@dps/contract';
import { SelectField } from '@dps/ui/data';
import { texts } from '../../texts.ts';
import { ALL } from './job.filter.ts';

export type StatusChoice = JobStatus | typeof ALL;

/** A select for one of `statuses`, or all. */
export function StatusFilter(props: {
  statuses: readonly JobStatus[];
  value: StatusChoice;
  onChange: (value: StatusChoice) => void;
}) {
  const { statuses, value, onChange } = props;
  const options = statuses.map((status) => ({ value: status, label: JOB_STATUS_LABELS[status] }));
  return (
    <SelectField<StatusChoice>
      label={texts.fields.status}
      value={value}
      onChange={onChange}
      options={[{ value: ALL, label: texts.allStatus }, ...options]}
    />
  );
}
