import { useId, useState, type Ref } from 'react';
import { JOB_STATUSES } from '@dps/contract';
import { Button, Icon, icons, styled, TextField, VisuallyHidden } from '@dps/ui';
import { StatusFilter } from '../job/filter/StatusFilter.tsx';
import { Toolbar } from '../page/Toolbar.ts';
import { texts } from '../texts.ts';
import { countMoreFilters, type JobsFilterValues } from './jobs-url.ts';
import { MoreFilters } from './MoreFilters.tsx';

const Count = styled('span')(({ theme }) => ({
  marginLeft: 8,
  minWidth: 20,
  padding: '0 6px',
  borderRadius: 10,
  lineHeight: '20px',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  fontVariantNumeric: 'tabular-nums',
}));

function MoreFiltersButton(props: { open: boolean; panel: string; active: number; onClick: () => void }) {
  const { open, panel, active, onClick } = props;
  return (
    <Button
      variant="outlined"
      startIcon={<Icon path={icons.filter} />}
      aria-expanded={open}
      {...(open && { 'aria-controls': panel })}
      onClick={onClick}
    >
      <span>{texts.jobs.moreFilters}</span>
      {active > 0 && (
        <Count>
          <span>{` ${active} `}</span>
          <VisuallyHidden>{texts.jobs.activeFilters}</VisuallyHidden>
        </Count>
      )}
    </Button>
  );
}

interface JobFiltersProps {
  values: JobsFilterValues;
  surveyTypes: readonly string[];
  searchRef: Ref<HTMLInputElement>;
  onChange: (changes: Partial<JobsFilterValues>) => void;
  onBlur: () => void;
}

/** Search, status and, behind a button, the advanced filters. They open when the URL sets one of them. */
export function JobFilters({ values, surveyTypes, searchRef, onChange, onBlur }: JobFiltersProps) {
  const panel = useId();
  const active = countMoreFilters(values);
  const [activeBefore, setActiveBefore] = useState(0);
  const [open, setOpen] = useState(false);
  if (active !== activeBefore) {
    setActiveBefore(active);
    if (active > activeBefore) setOpen(true);
  }
  return (
    <div onBlur={onBlur}>
      <Toolbar>
        <TextField
          label={texts.jobs.search}
          type="search"
          placeholder={texts.jobs.searchPlaceholder}
          value={values.q}
          onChange={(event) => onChange({ q: event.target.value })}
          inputRef={searchRef}
        />
        <StatusFilter
          statuses={JOB_STATUSES}
          value={values.status}
          onChange={(status) => onChange({ status })}
        />
        <MoreFiltersButton open={open} panel={panel} active={active} onClick={() => setOpen(!open)} />
      </Toolbar>
      {open && <MoreFilters id={panel} values={values} surveyTypes={surveyTypes} onChange={onChange} />}
    </div>
  );
}
