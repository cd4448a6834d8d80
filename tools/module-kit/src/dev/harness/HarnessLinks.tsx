import { MONO_FAMILY, styled } from '@dps/ui';
import { NavLink } from '@dps/ui/router';
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
export function HarnessLinks({ module }: { module: DevelopedModule }) {
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
