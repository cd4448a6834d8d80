import type { Ref } from 'react';
import { TextField } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { ALL } from '../job/filter/job.filter.ts';
import { Toolbar } from '../page/Toolbar.ts';
import { texts } from '../texts.ts';
import type { BrowseFilterValues, BrowseSort } from './browse-url.ts';

const SORTS = (['newest', 'deadline', 'budget'] as const).map((sort) => ({
  value: sort,
  label: texts.browse.sorts[sort],
}));

interface BrowseFiltersProps {
  values: BrowseFilterValues & { sort: BrowseSort };
  surveyTypes: readonly string[];
  searchRef: Ref<HTMLInputElement>;
  onChange: (changes: Partial<BrowseFilterValues & { sort: BrowseSort }>) => void;
  onBlur: () => void;
}

/** The search, the survey type filter and the order of the open jobs. */
export function BrowseFilters({ values, surveyTypes, searchRef, onChange, onBlur }: BrowseFiltersProps) {
  const types = surveyTypes.map((type) => ({ value: type, label: type }));
  return (
    <Toolbar onBlur={onBlur}>
      <TextField
        label={texts.browse.search}
        type="search"
        placeholder={texts.browse.searchPlaceholder}
        value={values.q}
        onChange={(event) => onChange({ q: event.target.value })}
        inputRef={searchRef}
      />
      <SelectField
        label={texts.fields.surveyType}
        value={values.type}
        onChange={(type) => onChange({ type })}
        options={[{ value: ALL, label: texts.allSurveyTypes }, ...types]}
      />
      <SelectField
        label={texts.browse.sort}
        value={values.sort}
        onChange={(sort) => onChange({ sort })}
        options={SORTS}
      />
    </Toolbar>
  );
}
