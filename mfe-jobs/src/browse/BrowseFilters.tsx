import type { Ref } from 'react';
import { TextField, TextLink, Typography } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { ALL } from '../job/filter/job.filter.ts';
import { Toolbar } from '../page/Toolbar.ts';
import { texts } from '../texts.ts';
import { DISTANCES, type BrowseFilterValues, type BrowseSort } from './browse-url.ts';

const SORTS = (['newest', 'deadline', 'budget', 'distance'] as const).map((sort) => ({
  value: sort,
  label: texts.browse.sorts[sort],
}));
const SORTS_WITHOUT_BASE = SORTS.filter(({ value }) => value !== 'distance');
const WITHIN = DISTANCES.map((miles) => ({ value: miles, label: texts.browse.within(miles) }));

interface BrowseFiltersProps {
  values: BrowseFilterValues & { sort: BrowseSort };
  surveyTypes: readonly string[];
  /** Whether the pilot has a base, from which distances are measured. */
  hasBase: boolean;
  searchRef: Ref<HTMLInputElement>;
  onChange: (changes: Partial<BrowseFilterValues & { sort: BrowseSort }>) => void;
  onBlur: () => void;
}

/** The search, the filters by survey type and distance, and the order of the open jobs. */
export function BrowseFilters({
  values,
  surveyTypes,
  hasBase,
  searchRef,
  onChange,
  onBlur,
}: BrowseFiltersProps) {
  const types = surveyTypes.map((type) => ({ value: type, label: type }));
  return (
    <>
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
        {hasBase && (
          <SelectField
            label={texts.browse.distance}
            value={values.within}
            onChange={(within) => onChange({ within })}
            options={[{ value: ALL, label: texts.browse.anyDistance }, ...WITHIN]}
          />
        )}
        <SelectField
          label={texts.browse.sort}
          value={values.sort}
          onChange={(sort) => onChange({ sort })}
          options={hasBase ? SORTS : SORTS_WITHOUT_BASE}
        />
      </Toolbar>
      {!hasBase && (
        <Typography>
          <span>{texts.browse.noBase}</span> <TextLink to="/profile">{texts.browse.setBase}</TextLink>
        </Typography>
      )}
    </>
  );
}
