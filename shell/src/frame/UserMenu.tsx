import { useState, type MouseEventHandler } from 'react';
import { deleteDrafts, type UserView } from '@dps/contract';
import { readDeployment } from '@dps/contract/guest';
import {
  Divider,
  Icon,
  IconButton,
  icons,
  styled,
  Typography,
  VisuallyHidden,
  chooseColorScheme,
  useColorScheme,
  type ColorSchemeChoice,
} from '@dps/ui';
import { Menu, MenuItem, PersonAvatar } from '@dps/ui/data';
import { Link, useLocation, useNavigate } from '@dps/ui/router';
import { Literal } from '@dps/ui/literal';
import { useDispatch } from 'react-redux';
import { panelLink } from '../releases/panel-address.ts';
import { frameTexts } from '../texts/frame.ts';
import type { ShellDispatch } from '../store.tsx';
import { recordSessionUser } from '../session/browser-session.ts';
import { endSession } from '../session/current-user.ts';
import { shellSession } from '../session/shell-session.ts';
import { signOutOnServer } from '../session/sign-out-on-server.ts';

/**
 * Returns a function that signs a user out: on the server, if it is reachable, and in all tabs in all cases. It deletes the form
 * drafts of the user. If another user has signed in meanwhile, the page shows that user instead.
 */
function useSignOut(userId: number): () => Promise<void> {
  const dispatch = useDispatch<ShellDispatch>();
  const navigate = useNavigate();
  return async () => {
    const session = shellSession();
    if (!(await signOutOnServer(userId))) {
      session.refresh();
      return;
    }
    session.endExplicitly();
    endSession(dispatch);
    await navigate('/login');
    // The page has left its forms, which store their drafts then. The forms of other tabs store them after the message.
    deleteDrafts(userId);
    recordSessionUser(null);
  };
}

const ICONS = { light: icons.sun, dark: icons.moon, system: icons.monitor } as const satisfies Record<
  ColorSchemeChoice,
  string
>;
const Chosen = styled('span')({ display: 'flex', marginLeft: 'auto', paddingLeft: 16 });

interface Props {
  value: ColorSchemeChoice;
  onChosen: () => void;
}

/** A menu item that selects a color scheme. */
function ThemeItem({ value, onChosen }: Props) {
  const { choice } = useColorScheme();
  const choose: MouseEventHandler = () => {
    chooseColorScheme(value);
    onChosen();
  };
  return (
    <MenuItem role="menuitemradio" aria-checked={choice === value} onClick={choose}>
      <Icon path={ICONS[value]} />
      {frameTexts.theme[value]}
      <Chosen>{choice === value && <Icon path={icons.check} />}</Chosen>
    </MenuItem>
  );
}

const MENU_ID = 'user-menu';
const THEMES = ['light', 'dark', 'system'] as const;
const Person = styled('div')(({ theme }) => ({
  padding: '8px 16px 12px',
  maxWidth: 260,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

/** The menu of the signed-in user: name, profile, color scheme, sign-out, and the modules if overrides are allowed. */
export function UserMenu({ user }: { user: UserView }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const signOut = useSignOut(user.id);
  const { search } = useLocation();
  const open = anchor !== null;
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        edge="end"
        aria-haspopup="menu"
        aria-expanded={open}
        {...(open && { 'aria-controls': MENU_ID })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PersonAvatar name={user.name} image={user.profileImage} size={28} />
        <VisuallyHidden>{frameTexts.account.menu}</VisuallyHidden>
      </IconButton>
      {/* Within the banner, so that the menu belongs to a landmark. */}
      <Menu
        id={MENU_ID}
        container={anchor?.closest('header') ?? null}
        anchorEl={anchor}
        open={open}
        onClose={close}
        // Large text needs two lines on a phone.
        sx={{ '@media (max-width: 17.49em)': { '& li, & a': { gap: '4px', whiteSpace: 'normal' } } }}
      >
        <Person role="presentation">
          <Typography variant="subtitle2" dir="auto">
            <Literal>{user.name}</Literal>
          </Typography>
          <Typography variant="caption" color="textSecondary" component="p">
            <Literal>{user.email}</Literal>
          </Typography>
        </Person>
        <MenuItem component={Link} to="/profile" onClick={close}>
          <Icon path={icons.person} />
          {frameTexts.account.profile}
        </MenuItem>
        {/* Pilots have it in the navigation. */}
        {user.role === 'client' && (
          <MenuItem component={Link} to="/payments" onClick={close}>
            <Icon path={icons.card} />
            {frameTexts.account.payments}
          </MenuItem>
        )}
        <Divider component="li" />
        {THEMES.map((each) => (
          <ThemeItem key={each} value={each} onChosen={close} />
        ))}
        <Divider component="li" />
        {readDeployment().overrides && (
          <MenuItem component={Link} {...panelLink(search)} onClick={close}>
            <Icon path={icons.info} />
            {frameTexts.account.modules}
          </MenuItem>
        )}
        <MenuItem
          onClick={() => {
            close();
            void signOut();
          }}
        >
          <Icon path={icons.signOut} />
          {frameTexts.account.signOut}
        </MenuItem>
      </Menu>
    </>
  );
}
