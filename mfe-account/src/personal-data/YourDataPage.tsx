import { useSession } from '@dps/contract/client';
import { ButtonLink, Icon, icons, styled } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { DeletionCard } from './DeletionCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { QuotaCard } from './QuotaCard.tsx';
import { texts } from '../texts/personal-data.ts';

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

/** `/your-data`: the export of the signed-in user's data, and the deletion of the account. */
export default function YourDataPage() {
  const session = useSession();
  const links = (
    <>
      <ButtonLink to="/privacy" variant="outlined">
        {texts.privacy}
      </ButtonLink>
      <ButtonLink to="/security" variant="outlined" startIcon={<Icon path={icons.arrowBack} />}>
        {texts.back}
      </ButtonLink>
    </>
  );
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} actions={links} />
      <Parts>
        <QuotaCard />
        <ExportCard />
        {session.state === 'signed-in' && <DeletionCard username={session.user.username} />}
      </Parts>
    </>
  );
}
