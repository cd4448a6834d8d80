import type { ReactNode } from 'react';
import { LICENSE_NOTE, ROLE_LABELS, type Registry, type Role, type UserView } from '@dps/contract';
import { Icon, IconButton, icons, styled, Typography, SIDE_PANEL_WIDTH, TOP_BAR_HEIGHT } from '@dps/ui';
import { PersonAvatar, Tooltip, Drawer } from '@dps/ui/data';
import { NavLink } from '@dps/ui/router';
import { Literal } from '@dps/ui/literal';
import { frameTexts } from '../texts/frame.ts';
import { QuickStats } from './QuickStats.tsx';

/** A link of the side panel. */
interface PanelLink {
  path: string;
  label: string;
  /** The `d` of a 24 × 24 path. */
  icon: string;
}

/** Returns the links of the stable releases for a role, in their order. */
export function panelLinks(registry: Registry, role: Role): PanelLink[] {
  return registry.modules
    .flatMap((module) => module.releases[module.stable]?.navigation ?? [])
    .filter(({ roles }) => !roles || roles.includes(role))
    .toSorted((a, b) => a.order - b.order || a.path.localeCompare(b.path))
    .map(({ path, label, labels, icon }) => ({ path, label: labels?.[role] ?? label, icon }));
}

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

const Room = styled('div')({
  width: SIDE_PANEL_WIDTH + 32,
  maxWidth: '85vw',
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  // The panel has its own minimum height, which would add the line of the button.
  '& > :last-child': { flexGrow: 1, minHeight: 0 },
});
// A line of its own: a long name below it needs the full width.
const Close = styled(IconButton)({ alignSelf: 'flex-end', margin: '8px 8px -8px' });

interface PanelDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The side panel on narrow screens: a drawer over the page. */
export function PanelDrawer({ open, onClose, children }: PanelDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': frameTexts.panel.label } }}>
      <Room>
        <Close aria-label={frameTexts.panel.close} onClick={onClose}>
          <Icon path={icons.close} />
        </Close>
        {children}
      </Room>
    </Drawer>
  );
}

const Column = styled('aside')(({ theme }) => ({
  flex: `0 0 ${SIDE_PANEL_WIDTH}px`,
  // A long name is clipped and does not widen the page.
  minWidth: 0,
  borderInlineEnd: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));
const Screen = styled('div')({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  height: `calc(100dvh - ${TOP_BAR_HEIGHT}px)`,
  overflowY: 'auto',
});

/** The side panel on wide screens: a column that stays while the page scrolls. */
export function WideSidePanel({ children }: { children: ReactNode }) {
  return (
    <Column aria-label={frameTexts.panel.label}>
      <Screen>{children}</Screen>
    </Column>
  );
}
