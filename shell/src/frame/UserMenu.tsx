import { useState } from 'react';
import type { UserView } from '@dps/contract';
import { readDeployment } from '@dps/contract/guest';
import { Divider, Icon, IconButton, icons, styled, Typography, VisuallyHidden } from '@dps/ui';
import { Menu, MenuItem, PersonAvatar } from '@dps/ui/data';
import { Link, useLocation } from '@dps/ui/router';
import { Literal } from '@dps/ui/literal';
import { panelLink } from '../releases/panel-address.ts';
import { frameTexts } from '../texts/frame.ts';
import { ThemeItem } from '../theme/ThemeItem.tsx';
import { useSignOut } from '../session/useSignOut.ts';

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
