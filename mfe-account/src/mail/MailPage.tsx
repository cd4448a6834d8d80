import { useSession } from '@dps/contract/client';
import { ButtonLink, ErrorNotice, Icon, icons, styled, Typography } from '@dps/ui';
import { Card, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { emailApi } from '../email/email-api.ts';
import { TopicList } from './TopicList.tsx';
import { texts } from '../texts/mail.ts';

const Sheet = styled(Card)({ padding: 24, '@media (max-width: 599.95px)': { padding: 16 } });

/** `/mail`: what the signed-in user gets mail about. */
export default function MailPage() {
  const session = useSession();
  const { data, error, refetch } = emailApi.mailSettings.useQuery();
  const back = (
    <ButtonLink to="/security" variant="outlined" startIcon={<Icon path={icons.arrowBack} />}>
      {texts.back}
    </ButtonLink>
  );
  const user = session.state === 'signed-in' ? session.user : undefined;
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} actions={back} />
      <Sheet role="region" aria-labelledby="mail-section">
        <Typography variant="h2" id="mail-section" sx={{ marginBottom: 1 }}>
          {texts.section}
        </Typography>
        {user && (
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {texts.about(user.email)}
          </Typography>
        )}
        {error !== undefined && !data && (
          <ErrorNotice error={error} fallback={texts.loadFailed} onRetry={() => void refetch()} />
        )}
        {!error && !(data && user) && <LoadingShape text={texts.loading} shape="fields" />}
        {data && user && <TopicList role={user.role} off={data.off} />}
        <Typography color="textSecondary">{texts.always}</Typography>
      </Sheet>
    </>
  );
}
