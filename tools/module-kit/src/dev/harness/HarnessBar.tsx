import { Icon, IconButton, icons, styled, toggleColorScheme, Typography, useColorScheme } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { AccountSwitch } from './AccountSwitch.tsx';
import type { DevelopedModule } from './developed-module.ts';
import { HarnessLinks } from './HarnessLinks.tsx';
import { texts } from './texts.ts';

const Bar = styled('header')(({ theme }) => ({
  // A phone has no space for a sticky bar.
  [theme.breakpoints.up('sm')]: { position: 'sticky', top: 0 },
  zIndex: theme.vars.zIndex.appBar,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}));
const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 10px',
  padding: '8px 16px',
});
const Side = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  marginLeft: 'auto',
});

function ThemeButton() {
  const isDark = useColorScheme().scheme === 'dark';
  const label = isDark ? texts.theme.toLight : texts.theme.toDark;
  return (
    <IconButton edge="end" aria-label={label} title={label} onClick={toggleColorScheme}>
      <Icon path={isDark ? icons.sun : icons.moon} />
    </IconButton>
  );
}

/** Shows the module's title, the account, the theme switch and the links. */
export function HarnessBar({ module }: { module: DevelopedModule }) {
  return (
    <Bar>
      <Line>
        <ToneBadge tone="yellow" shape="half" label={texts.harness} />
        <Typography variant="subtitle2" noWrap>
          {texts.named(module.title, module.version)}
        </Typography>
        <Side>
          <AccountSwitch />
          <ThemeButton />
        </Side>
      </Line>
      <HarnessLinks module={module} />
    </Bar>
  );
}
