import type { ReactNode } from 'react';
import { LICENSE_NOTE, ROLE_LABELS, type Role, type UserView } from '@dps/contract';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { Card, Tooltip } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts/profile.ts';
import { ProfilePicture } from './ProfilePicture.tsx';

const Side = styled(Card)({ padding: 24, textAlign: 'center' });
const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  margin: '20px 0 0',
  paddingTop: 20,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  textAlign: 'left',
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 16px' },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0 },
}));

function Fact({ name, value, source }: { name: string; value: ReactNode; source?: string }) {
  return (
    <div>
      <dt>
        {name}
        {source && (
          <Typography variant="caption" component="div">
            {source}
          </Typography>
        )}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The label of the role. The one of pilots explains in a tooltip that licenses are not verified. */
function AccountType({ role }: { role: Role }) {
  const label = ROLE_LABELS[role];
  return (
    <>
      {label}
      {role === 'pilot' && (
        <Tooltip title={LICENSE_NOTE} enterTouchDelay={0}>
          <IconButton size="small" edge="end" aria-label={texts.profile.about(label)}>
            <Icon path={icons.info} size={16} />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}

/** The picture, name and details of the user. */
export function ProfileCard({ user }: { user: UserView }) {
  const { name, email, role, flightHours } = user;
  const { profile } = texts;
  return (
    <Side>
      <ProfilePicture user={user} />
      <Typography variant="h2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
        <Literal>{name}</Literal>
      </Typography>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        <Literal>{email}</Literal>
      </Typography>
      <Facts>
        <Fact name={profile.accountType} value={<AccountType role={role} />} />
        {role === 'pilot' && flightHours !== null && (
          <Fact name={profile.hours} value={profile.hoursValue(flightHours)} source={profile.hoursSource} />
        )}
      </Facts>
    </Side>
  );
}
