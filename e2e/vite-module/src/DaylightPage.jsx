import { useCurrentUser } from '@dps/contract/client';
import { Button } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { useState } from 'react';

/** The page, with the session, the kit and a state of the shared React. */
export default function DaylightPage() {
  const { name } = useCurrentUser();
  const [hours, setHours] = useState(8);
  return (
    <>
      <PageHeader title="Daylight" subtitle={`${hours} hours for you, ${name}`} />
      <Button variant="contained" onClick={() => setHours(hours + 1)}>
        One More Hour
      </Button>
    </>
  );
}
