import { useSession } from '@dps/contract/client';
import { ButtonLink, Icon, icons, styled, TextLink, Typography } from '@dps/ui';
import { Card, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { PasskeyCard } from '../passkeys/PasskeyCard.tsx';
import { SecondFactorCard } from '../second-factor/SecondFactorCard.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { securityApi } from './security-api.ts';
import { SessionCard } from './SessionCard.tsx';
import { texts } from '../texts/security.ts';

const Parts = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 });
// As the table cells of the other cards.
const Sheet = styled(Card)({ padding: 16 });

/** `/security`: the password and the sessions of the signed-in user. */
export default function SecurityPage() {
  const session = useSession();
  const { data, error, refetch } = securityApi.sessions.useQuery();
  const reload = () => void refetch();
  const links = (
    <>
      <ButtonLink to="/mail" variant="outlined">
        {texts.mail}
      </ButtonLink>
      <ButtonLink to="/your-data" variant="outlined">
        {texts.data}
      </ButtonLink>
      <ButtonLink to="/profile" variant="outlined" startIcon={<Icon path={icons.arrowBack} />}>
        {texts.back}
      </ButtonLink>
    </>
  );
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} actions={links} />
      <Parts>
        <Sheet role="region" aria-labelledby="password-section">
          <Typography variant="h2" id="password-section" sx={{ marginBottom: 1 }}>
            {texts.password.section}
          </Typography>
          {session.state === 'signed-in' ? (
            <PasswordForm user={session.user} onChanged={reload} />
          ) : (
            <LoadingShape text={texts.loading} shape="fields" />
          )}
        </Sheet>
        <SecondFactorCard />
        <PasskeyCard />
        <SessionCard sessions={data} error={error} onReload={reload} />
        <Typography>
          <TextLink to="/privacy">{texts.privacy}</TextLink>
        </Typography>
      </Parts>
    </>
  );
}
