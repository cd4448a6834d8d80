import { LICENSE_NOTE, ROLE_LABELS, type Registry, type Role, type UserView } from '@dps/contract';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { PersonAvatar, Tooltip } from '@dps/ui/data';
import { NavLink } from '@dps/ui/router';
import { Literal } from '@dps/ui/literal';
import { frameTexts } from '../texts/frame.ts';
import { panelLinks, type PanelLink } from './navigation.ts';
import { QuickStats } from './QuickStats.tsx';

const Panel = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100%' });
const Person = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '16px 16px 12px',
  minWidth: 0,
});
const TextColumn = styled('div')({ minWidth: 0 });
const Entry = styled(NavLink)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 40,
  padding: '8px 12px',
  borderRadius: theme.vars.shape.borderRadius,
  fontWeight: 550,
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-current="page"]': {
    color: theme.vars.palette.primary.main,
    backgroundColor: `rgba(${theme.vars.palette.primary.mainChannel} / 0.1)`,
  },
}));
const Links = styled('ul')({
  display: 'grid',
  gap: 2,
  listStyle: 'none',
  margin: 0,
  padding: '4px 8px 16px',
});

function NavigationLink({ link, onNavigate }: { link: PanelLink; onNavigate: () => void }) {
  return (
    <li>
      <Entry to={link.path} end={link.path === '/'} onClick={onNavigate}>
        <Icon path={link.icon} />
        {link.label}
      </Entry>
    </li>
  );
}

/** The label of the role. The one of pilots explains in a tooltip that licenses are not verified. */
function RoleLabel({ role }: { role: Role }) {
  const label = ROLE_LABELS[role];
  return (
    <Typography variant="caption" color="textSecondary" component="p">
      {label}
      {role === 'pilot' && (
        <Tooltip title={LICENSE_NOTE} enterTouchDelay={0}>
          <IconButton size="small" aria-label={frameTexts.panel.about(label)}>
            <Icon path={icons.info} size={16} />
          </IconButton>
        </Tooltip>
      )}
    </Typography>
  );
}

interface Props {
  registry: Registry;
  user: UserView;
  /** Called when the user follows a link. */
  onNavigate: () => void;
}

/** The signed-in user, the navigation and the user's figures. */
export function SidePanel({ registry, user, onNavigate }: Props) {
  return (
    <Panel>
      <Person>
        <PersonAvatar name={user.name} image={user.profileImage} />
        <TextColumn>
          <Typography variant="subtitle2" dir="auto">
            <Literal>{user.name.trim() || frameTexts.panel.namePlaceholder}</Literal>
          </Typography>
          <RoleLabel role={user.role} />
        </TextColumn>
      </Person>
      <nav aria-label={frameTexts.panel.navigation}>
        <Links>
          {panelLinks(registry, user.role).map((link) => (
            <NavigationLink key={link.path} link={link} onNavigate={onNavigate} />
          ))}
        </Links>
      </nav>
      <QuickStats role={user.role} />
    </Panel>
  );
}
