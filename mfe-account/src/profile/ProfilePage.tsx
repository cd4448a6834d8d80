import { useSession } from '@dps/contract/client';
import { Button, ButtonLink, Icon, icons, styled } from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { useNavigate } from '@dps/ui/router';
import { texts } from '../texts/profile.ts';
import { ProfileCard } from './ProfileCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignItems: 'start',
  '@media (min-width: 700px)': { gridTemplateColumns: '300px minmax(0, 1fr)' },
});

/** `/profile`: the profile of the signed-in user. */
export default function ProfilePage() {
  const session = useSession();
  const navigate = useNavigate();
  const { profile } = texts;
  const actions = (
    <>
      <ButtonLink to="/security">{profile.security}</ButtonLink>
      <Button
        variant="outlined"
        startIcon={<Icon path={icons.arrowBack} />}
        onClick={() => void navigate('/')}
      >
        {profile.back}
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={profile.title} subtitle={profile.subtitle} actions={actions} />
      {session.state === 'signed-in' ? (
        <Columns>
          <ProfileCard user={session.user} />
          <ProfileForm user={session.user} />
        </Columns>
      ) : (
        <LoadingShape text={profile.loading} shape="fields" />
      )}
    </>
  );
}
