import { useCurrentUser } from '@dps/shared-contracts/client';
import { ButtonLink } from '@dps/shared-contracts/ui';
import { PageHeader } from '@dps/shared-contracts/ui/data';
import { texts } from '../texts.ts';
import { AvailableJobs } from './AvailableJobs.tsx';

function AccessRestricted() {
  const { restrictedTitle, restrictedText, toDashboard } = texts.browse;
  return (
    <>
      <PageHeader title={restrictedTitle} subtitle={restrictedText} />
      <ButtonLink to="/" variant="contained">
        {toDashboard}
      </ButtonLink>
    </>
  );
}

/** The open jobs, for pilots; a client is told so. */
export default function BrowsePage() {
  return useCurrentUser().role === 'client' ? <AccessRestricted /> : <AvailableJobs />;
}
