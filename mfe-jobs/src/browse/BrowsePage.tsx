import { useCurrentUser } from '@dps/contract/client';
import { Button } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { useNavigate } from '@dps/ui/router';
import { texts } from '../texts.ts';
import { AvailableJobs } from './AvailableJobs.tsx';

function AccessRestricted() {
  const navigate = useNavigate();
  const { restrictedTitle, restrictedText, toDashboard } = texts.browse;
  return (
    <>
      <PageHeader title={restrictedTitle} subtitle={restrictedText} />
      <Button variant="contained" onClick={() => void navigate('/')}>
        {toDashboard}
      </Button>
    </>
  );
}

/** The open jobs, for pilots. Clients see that the page is restricted. */
export default function BrowsePage() {
  return useCurrentUser().role === 'client' ? <AccessRestricted /> : <AvailableJobs />;
}
