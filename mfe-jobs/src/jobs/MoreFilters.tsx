import { styled } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { ALL } from '../job/filter/job.filter.ts';
import { texts } from '../texts.ts';
import { budgetRange, deadlineRange, type JobsFilterValues } from './jobs-url.ts';
import { RangeFields } from './RangeFields.tsx';

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  gap: 12,
  paddingTop: 12,
  '& > :first-child': { gridColumn: '1 / -1' },
  // A date field is wider than half of a phone's screen.
  '@media (max-width: 419.95px)': { '& > :nth-last-child(-n + 2)': { gridColumn: '1 / -1' } },
  '@media (min-width: 1100px)': {
    gridTemplateColumns: '220px repeat(4, minmax(0, 1fr))',
    '& > :first-child': { gridColumn: 'auto' },
  },
});

interface MoreFiltersProps {
  id: string;
  values: JobsFilterValues;
  surveyTypes: readonly string[];
  onChange: (changes: Partial<JobsFilterValues>) => void;
}

/** The advanced filters of the jobs page: survey type, budget and deadline. */
export function MoreFilters({ id, values, surveyTypes, onChange }: MoreFiltersProps) {
  const labels = texts.jobs;
  const types = surveyTypes.map((type) => ({ value: type, label: type }));
  return (
    <Fields id={id} role="group" aria-label={labels.moreFilters}>
      <SelectField
        label={texts.fields.surveyType}
        value={values.type}
        onChange={(type) => onChange({ type })}
        options={[{ value: ALL, label: texts.allSurveyTypes }, ...types]}
      />
      <RangeFields
        kind="money"
        from={values.min}
        to={values.max}
        labels={{ from: labels.lowestBudget, to: labels.highestBudget }}
        problems={budgetRange(values).problems}
        messages={labels.budgetProblems}
        onChange={({ from: min = values.min, to: max = values.max }) => onChange({ min, max })}
      />
      <RangeFields
        kind="date"
        from={values.from}
        to={values.to}
        labels={{ from: labels.earliestDeadline, to: labels.latestDeadline }}
        problems={deadlineRange(values).problems}
        messages={labels.deadlineProblems}
        onChange={({ from = values.from, to = values.to }) => onChange({ from, to })}
      />
    </Fields>
  );
}
