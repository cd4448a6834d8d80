import { useState, type ReactNode } from 'react';
import type { JobView, Role } from '@dps/shared-contracts';
import { Button, styled, useMediaQuery } from '@dps/ui';
import { SelectField } from '@dps/ui/data';
import { texts } from '../texts.ts';
import { dashboardList, JOB_ORDERS, type JobOrder } from './dashboard-list.ts';

/** The number of cards on a phone before "Show more". */
const PHONE_CARDS = 20;
const Place = styled('div')({ width: 180 });
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

interface DashboardList {
  rows: readonly JobView[];
  /** The select for the order. */
  sorting: ReactNode;
  /** The buttons below the table; null if all jobs are listed. */
  foot: ReactNode;
}

/** The jobs of a dashboard in the chosen order, with the controls for their order and for the rest of a long list. */
export function useDashboardList(jobs: readonly JobView[], role: Role): DashboardList {
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  const [order, setOrder] = useState<JobOrder>('next');
  const [limit, setLimit] = useState(PHONE_CARDS);
  const [unfolded, setUnfolded] = useState(false);
  const { listed, folded } = dashboardList(jobs, order, role);
  const all = unfolded ? [...listed, ...folded] : listed;
  const rows = phone ? all.slice(0, limit) : all;
  const { label, orders, more, showPaid, hidePaid } = texts.dashboardList;
  const options = JOB_ORDERS.map((value) => ({ value, label: orders[value] }));
  return {
    rows,
    sorting: (
      <Place>
        <SelectField<JobOrder> label={label} value={order} onChange={setOrder} options={options} />
      </Place>
    ),
    foot: (rows.length < all.length || folded.length > 0) && (
      <Foot>
        {rows.length < all.length && (
          <Button variant="outlined" onClick={() => setLimit(limit + PHONE_CARDS)}>
            {more(all.length - rows.length)}
          </Button>
        )}
        {folded.length > 0 && (
          <Button aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? hidePaid : showPaid(folded.length)}
          </Button>
        )}
      </Foot>
    ),
  };
}
