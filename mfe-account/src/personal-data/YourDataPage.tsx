import { useSession } from '@dps/contract/client';
import { ButtonLink, styled, ErrorNotice, Typography } from '@dps/ui';
import { Card, ProgressBar } from '@dps/ui/data';
import type { QuotaView } from '@dps/contract';
import { LoadingShape } from '@dps/ui/loading-shape';
import { SettingsHeader } from '../forms/SettingsHeader.tsx';
import { DeletionCard } from './DeletionCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { texts } from '../texts/personal-data.ts';
import { dataApi } from './data-api.ts';

const { quotas: t } = texts;
const Sheet = styled(Card)({ padding: 24, '@media (max-width: 599.95px)': { padding: 16 } });
const List = styled('div')({ display: 'grid', gap: 16, marginTop: 16, maxWidth: 480 });

function Quota({ name, used, limit }: QuotaView) {
  const { label, use, advice } = t.of[name];
  return (
    <div>
      <Typography>{use(used, limit)}</Typography>
      <ProgressBar value={Math.min(100, Math.round((100 * used) / limit))} label={label} />
      <Typography variant="caption" component="p">
        {advice}
      </Typography>
    </div>
  );
}

/** What the user stores, and the limits of the account. */
function QuotaCard() {
  const { data, error, refetch } = dataApi.quotas.useQuery();
  return (
    <Sheet role="region" aria-labelledby="quota-section">
      <Typography variant="h2" id="quota-section" gutterBottom>
        {t.section}
      </Typography>
      {data ? (
        <List>
          {data.map((quota) => (
            <Quota key={quota.name} {...quota} />
          ))}
        </List>
      ) : error ? (
        <ErrorNotice error={error} fallback={t.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <LoadingShape text={t.loading} shape="fields" />
      )}
    </Sheet>
  );
}

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });

/** `/your-data`: the export of the signed-in user's data, and the deletion of the account. */
export default function YourDataPage() {
  const session = useSession();
  const privacy = (
    <ButtonLink to="/privacy" variant="outlined">
      {texts.privacy}
    </ButtonLink>
  );
  return (
    <>
      <SettingsHeader title={texts.title} subtitle={texts.subtitle} actions={privacy} />
      <Parts>
        <QuotaCard />
        <ExportCard />
        {session.state === 'signed-in' && <DeletionCard username={session.user.username} />}
      </Parts>
    </>
  );
}
