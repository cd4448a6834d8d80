import {
  Icon,
  IconButton,
  icons,
  styled,
  toggleColorScheme,
  Typography,
  useColorScheme,
  MONO_FAMILY,
} from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { NavLink } from '@dps/ui/router';
import { AccountSwitch } from './AccountSwitch.tsx';
import { widgetPath, type DevelopedModule } from './developed-module.ts';
import { texts } from './texts.ts';

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '0 24px', padding: '0 8px 4px' });
const Nav = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  '& > a': {
    padding: '4px 8px',
    borderRadius: theme.vars.shape.borderRadius,
    fontSize: theme.typography.body2.fontSize,
    color: theme.vars.palette.text.secondary,
    textDecoration: 'none',
  },
  '& > a[aria-current=page]': {
    color: theme.vars.palette.primary.main,
    textDecoration: 'underline',
    textUnderlineOffset: 6,
    textDecorationThickness: 2,
  },
  '&[data-mono=true] > a': { fontFamily: MONO_FAMILY },
}));

/** Links to the module's pages and widgets, and to the module in the running product. */
function HarnessLinks({ module }: { module: DevelopedModule }) {
  const { name, product, pages } = module;
  const widgets = [...module.widgets.keys()];
  return (
    <Row>
      <Nav aria-label={texts.pages}>
        {pages.map(({ path, title }) => (
          <NavLink key={path} to={path} end>
            {title}
          </NavLink>
        ))}
      </Nav>
      {widgets.length > 0 && (
        <Nav aria-label={texts.widgets} data-mono>
          {widgets.map((widget) => (
            <NavLink key={widget} to={widgetPath(widget)}>
              {widget}
            </NavLink>
          ))}
        </Nav>
      )}
      <Nav aria-label={texts.inProduct}>
        <a href={`${product}/?override=${name}@${location.origin}`} target="_blank" rel="noreferrer">
          {texts.inProduct}
        </a>
      </Nav>
    </Row>
  );
}

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
