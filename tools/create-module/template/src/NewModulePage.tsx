import { useCurrentUser } from '@dps/contract/client';
import { Typography } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { texts } from './texts.ts';

export default function NewModulePage() {
  const { name } = useCurrentUser();
  return (
    <>
      <PageHeader title={texts.title} />
      <Typography>{texts.greeting(name)}</Typography>
    </>
  );
}
