import { lazy, Suspense, useState } from 'react';
import { useCurrentUser } from '@dps/contract/client';
import { styled } from '@dps/ui';
import { jobsApi } from '../../api.ts';
import type { DashboardList } from '../useDashboardList.tsx';
import { areHidden, FIRST_STEPS, hideFirstSteps, isNewUser } from './first-steps.ts';

// Without its code, the dashboard works as for other users.
const FirstSteps = lazy(() =>
  import(/* webpackChunkName: "new-user" */ './FirstSteps.tsx').catch(() => ({ default: () => null })),
);

/** Has the height of the steps, so that nothing moves when their code arrives. */
const Place = styled('div')({
  marginBottom: 24,
  minHeight: 303,
  '&[data-steps="5"]': { minHeight: 364 },
  '&[data-steps="6"]': { minHeight: 425 },
  '@media (min-width: 1100px)': { '&, &[data-steps="5"], &[data-steps="6"]': { minHeight: 135 } },
});

interface Props {
  list: Pick<DashboardList, 'jobs' | 'totals'>;
  onPost?: () => void;
}

function Steps({ list, flights, onPost }: Props & { flights?: number | undefined }) {
  const user = useCurrentUser();
  const [hidden, setHidden] = useState(() => areHidden(user.id));
  const { jobs, totals } = list;
  if (hidden || !totals || !jobs || !isNewUser(user.role, totals, flights)) return null;
  const hide = () => {
    hideFirstSteps(user.id);
    setHidden(true);
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
  };
  return (
    <Place data-steps={FIRST_STEPS[user.role].length + (user.mustConfirmEmail ? 1 : 0)}>
      <Suspense>
        <FirstSteps
          user={user}
          progress={{ totals, jobs, flights: flights ?? 0 }}
          onPost={onPost}
          onHide={hide}
        />
      </Suspense>
    </Place>
  );
}

/** The first steps of a new client, from the jobs of the dashboard. */
export const ClientSteps = Steps;

/** The first steps of a new pilot, from the jobs and flights of the dashboard. */
export function PilotSteps({ list }: Pick<Props, 'list'>) {
  const { data: flights } = jobsApi.flightRecords.useQuery(useCurrentUser().id);
  return <Steps list={list} flights={flights?.length} />;
}
