import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  type JobView,
  type Role,
  deadlineDay,
  JOB_STATUSES,
  NEXT_STEPS,
  type JobStatus,
} from '@dps/contract';
import { useMyJobs } from '@dps/contract/client';
import { Button, styled, useMediaQuery } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { scrollListTo, useAwaitedJob } from '../job-form/show-posted-job.ts';
import { ALL, filterJobs } from '../job/filter/job.filter.ts';
import type { StatusChoice } from '../job/filter/StatusFilter.tsx';
import { sumOf, totalsOf, totalsOfStatus, type JobTotals } from '../job/job-totals.ts';
import { texts } from '../texts.ts';

/** The orders of the jobs on a dashboard. `next` starts with the user's next step. */
export const JOB_ORDERS = ['next', 'deadline', 'value', 'status'] as const;
export type JobOrder = (typeof JOB_ORDERS)[number];

/** The number of jobs from which a list has headings and folds the paid jobs away. */
const LONG_LIST = 11;

/** Returns whether a list is long, by the totals of all its jobs. */
export function isLong(totals: JobTotals): boolean {
  return sumOf(totals).count >= LONG_LIST;
}

/** Returns whether paid jobs are folded away: in a long list that has other jobs. */
export function foldsPaid(totals: JobTotals): boolean {
  return isLong(totals) && sumOf(totals).count > sumOf(totals, ['paid']).count;
}

/** Returns whether an order puts the jobs of a status together. */
export function isByStatus(order: JobOrder): boolean {
  return order === 'next' || order === 'status';
}

/** Sorts jobs by an order; equal jobs follow their deadlines. */
export function sortJobs(jobs: readonly JobView[], order: JobOrder, role: Role): JobView[] {
  const rank: readonly JobStatus[] = order === 'next' ? NEXT_STEPS[role] : JOB_STATUSES;
  const first = (job: JobView) => {
    if (order === 'deadline') return 0;
    return order === 'value' ? -job.budget : rank.indexOf(job.status);
  };
  // Each key is computed once: the day of a deadline is slow to compute.
  const keyed = jobs.map((job) => ({ job, first: first(job), day: deadlineDay(job) }));
  keyed.sort((one, other) => one.first - other.first || compareDays(one.day, other.day));
  return keyed.map(({ job }) => job);
}

/** Days `YYYY-MM-DD` sort as strings. */
function compareDays(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The number of cards on a phone before "Show more". */
const PHONE_CARDS = 20;
/** The place of a select above a list. */
export const SelectPlace = styled('div')({ width: 180, maxWidth: '100%' });
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

export interface DashboardList {
  /** Whether the window is that of a phone. */
  phone: boolean;
  /** All jobs of the user; undefined while they load. */
  jobs: readonly JobView[] | undefined;
  /** The totals of all jobs. */
  totals: JobTotals | undefined;
  error: unknown;
  refetch: () => unknown;
  /** The listed jobs; undefined while they load. */
  rows: readonly JobView[] | undefined;
  /** The totals for the headings of the list; undefined for a list without headings. */
  headings: JobTotals | undefined;
  /** The select for the order. */
  sorting: ReactNode;
  /** The content below the table: buttons for the rest of the list. */
  foot: ReactNode;
}

/** The jobs of a dashboard in the chosen order, with the controls for their order and for the rest of a long list. */
export function useDashboardList(role: Role, status: StatusChoice = ALL): DashboardList {
  const phone = useMediaQuery('(max-width: 37.49em)', { noSsr: true });
  const [order, setOrder] = useState<JobOrder>('next');
  const [limit, setLimit] = useState(PHONE_CARDS);
  const [unfolded, setUnfolded] = useState(false);
  const { data: jobs, error, refetch } = useMyJobs();
  const allTotals = useMemo(() => jobs && totalsOf(jobs), [jobs]);
  const totals = allTotals && totalsOfStatus(allTotals, status);
  const folds = totals !== undefined && foldsPaid(totals);

  // React divides the first render of the rows into short tasks.
  const loaded = useDeferredValue(jobs);
  const sorted = useMemo(
    () => loaded && sortJobs(filterJobs(loaded, { status }), order, role),
    [loaded, status, order, role],
  );
  const all = useMemo(() => {
    if (!sorted || !folds) return sorted;
    const unpaid = sorted.filter((job) => job.status !== 'paid');
    return unfolded ? [...unpaid, ...sorted.filter((job) => job.status === 'paid')] : unpaid;
  }, [sorted, folds, unfolded]);
  const paid = folds ? sumOf(totals, ['paid']).count : 0;
  const count = totals ? sumOf(totals).count - (unfolded ? 0 : paid) : 0;
  const rows = phone ? all?.slice(0, limit) : all;
  useShownRow(all, limit, phone ? setLimit : undefined);
  const rest = phone && rows?.length === limit ? count - limit : 0;
  const { label, orders } = texts.dashboardList;
  const options = JOB_ORDERS.map((value) => ({ value, label: orders[value] }));
  return {
    phone,
    jobs,
    totals: allTotals,
    error,
    refetch,
    rows,
    headings: totals && isLong(totals) && isByStatus(order) ? totals : undefined,
    sorting: (
      <SelectPlace>
        <SelectField<JobOrder> label={label} value={order} onChange={setOrder} options={options} />
      </SelectPlace>
    ),
    foot: rows && (
      <ListFoot
        rest={rest}
        // The paid jobs follow the others, so they would not be visible before the rest.
        paid={rest > 0 && !unfolded ? 0 : paid}
        unfolded={unfolded}
        onMore={() => setLimit(limit + PHONE_CARDS)}
        onFold={() => setUnfolded(!unfolded)}
      />
    ),
  };
}

/**
 * Makes the list render the row of the job that was just posted.
 *
 * @param setLimit changes the number of shown rows; undefined if all are shown
 */
function useShownRow(
  rows: readonly JobView[] = [],
  limit: number,
  setLimit: ((limit: number) => void) | undefined,
): void {
  const posted = useAwaitedJob();
  const index = posted === null ? -1 : rows.findIndex(({ id }) => id === posted);
  const count = rows.length;
  if (setLimit && index >= limit) setLimit(Math.ceil((index + 1) / PHONE_CARDS) * PHONE_CARDS);
  useEffect(() => {
    if (index >= 0) scrollListTo(index / count);
  }, [index, count]);
}

interface ListFootProps {
  /** The number of jobs behind "Show more". */
  rest: number;
  /** The number of jobs that can be folded away. */
  paid: number;
  unfolded: boolean;
  onMore: () => void;
  onFold: () => void;
}

function ListFoot({ rest, paid, unfolded, onMore, onFold }: ListFootProps) {
  const { more, showPaid, hidePaid } = texts.dashboardList;
  if (rest === 0 && paid === 0) return null;
  return (
    <Foot>
      {rest > 0 && (
        <Button variant="outlined" onClick={onMore}>
          {more(rest)}
        </Button>
      )}
      {paid > 0 && (
        <Button aria-expanded={unfolded} onClick={onFold}>
          {unfolded ? hidePaid : showPaid(paid)}
        </Button>
      )}
    </Foot>
  );
}
