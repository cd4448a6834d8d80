import { useSession } from '@dps/contract/client';
import { Button, Icon, icons, styled } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { useNavigate } from '@dps/ui/router';
import { SettingsHeader } from '../forms/SettingsHeader.tsx';
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
    <Button variant="outlined" startIcon={<Icon path={icons.arrowBack} />} onClick={() => void navigate('/')}>
      {profile.back}
    </Button>
  );
  return (
    <>
      <SettingsHeader title={profile.title} subtitle={profile.subtitle} actions={actions} />
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
