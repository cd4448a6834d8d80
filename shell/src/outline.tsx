import type { ReactNode } from 'react';
import type { Outlines } from '@dps/contract';
import createCache from '@emotion/cache';
import { CacheProvider, css } from '@emotion/react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  CssBaseline,
  Icon,
  IconButton,
  icons,
  scaleWithText,
  styled,
  theme,
  ThemeProvider,
  Typography,
} from '@dps/ui';
import { PageHeader } from '@dps/ui/data';
import { MemoryRouter } from '@dps/ui/router';
import { Notice } from './document/notices.tsx';
import { Columns, Content, Landmark, NARROW, Page } from './frame/layout.ts';
import { TopBar } from './frame/SlimFrame.tsx';
import { WideSidePanel } from './panel/SidePanel.tsx';

/** Replaced by the gateway: the heading of the page with its text, and the loading text of the page. */
const TITLE = '{{title}}';
const TEXT = '{{text}}';
const LOADING = '{{loading}}';

const Wide = styled('div')({ display: 'contents', [`@media ${NARROW}`]: { display: 'none' } });
const Narrow = styled('div')({ display: 'none', [`@media ${NARROW}`]: { display: 'contents' } });

/** The shape of content that loads. */
const Shape = styled('div')(({ theme: { vars } }) => ({
  height: 44,
  marginBottom: 20,
  borderRadius: vars.shape.borderRadius,
  backgroundColor: vars.palette.tones.gray.background,
  '&[data-shape="block"]': { height: 120 },
  '&[data-shape="line"]': { width: '70%', height: 16, margin: '0 20px 26px' },
}));
const shapes = (count: number, shape?: 'block' | 'line') =>
  Array.from({ length: count }, (_, index) => <Shape key={index} data-shape={shape} />);

const Links = styled('div')({ paddingTop: 76 });

/** The layout of the pages with one card, which belong to a module. On wide screens, the left half is empty. */
const Ground = styled('div')({
  flexGrow: 1,
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  padding: 'clamp(24px, 6vh, 72px) 16px 40px',
  '@media (max-width: 599.95px)': { padding: '24px min(16px, 5vw) 40px' },
  '@media (min-width: 64em)': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 34rem) 440px',
    gap: 64,
    paddingInline: 32,
    '& > *': { gridColumn: 2 },
  },
});
const Sheet = styled('div')(({ theme: { vars } }) => ({
  width: '100%',
  maxWidth: 440,
  padding: 32,
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: vars.shape.borderRadius,
  backgroundColor: vars.palette.background.paper,
  '@media (max-width: 599.95px)': { padding: '24px min(20px, 6vw)' },
}));
const Head = styled('div')({ marginBottom: 24 });
const Lead = styled('div')({ marginBottom: 24, '@media (min-width: 56.25em)': { maxWidth: '34rem' } });

/** A ring that does not turn, because its movement would start again with the page. */
const Ring = styled('div')(({ theme: { vars } }) => ({
  width: 40,
  height: 40,
  border: `4px solid ${vars.palette.primary.main}`,
  borderInlineEndColor: 'transparent',
  borderRadius: '50%',
}));

/** The frame without a side panel. Screen readers ignore the outline, which therefore has no landmarks. */
function Slim({ children }: { children: ReactNode }) {
  return (
    <Page>
      <TopBar />
      <Landmark as="div">{children}</Landmark>
    </Page>
  );
}

const frame = (
  <>
    <TopBar
      start={
        <Narrow>
          <IconButton edge="start" component="span">
            <Icon path={icons.menu} />
          </IconButton>
        </Narrow>
      }
    />
    <Columns>
      <Wide>
        <WideSidePanel>
          <Links>{shapes(6, 'line')}</Links>
        </WideSidePanel>
      </Wide>
      <Landmark as="div">
        <Content>
          <PageHeader title={TITLE} subtitle={TEXT} />
          {shapes(3, 'block')}
        </Content>
      </Landmark>
    </Columns>
  </>
);

const guest = (
  <Slim>
    <Ground>
      <Sheet>
        <Head>
          <Typography variant="h1" gutterBottom>
            {TITLE}
          </Typography>
          <Typography color="textSecondary">{TEXT}</Typography>
        </Head>
        {shapes(4)}
      </Sheet>
    </Ground>
  </Slim>
);

const open = (
  <Slim>
    <Content>
      <Lead>
        <Typography variant="h1" sx={{ marginBottom: '0.5rem' }}>
          {TITLE}
        </Typography>
        <Typography variant="subtitle1" component="p" color="textSecondary">
          {TEXT}
        </Typography>
      </Lead>
      {shapes(3, 'block')}
    </Content>
  </Slim>
);

const checking = (
  <Slim>
    <Notice>
      <Ring />
      <Typography color="textSecondary">{LOADING}</Typography>
    </Notice>
  </Slim>
);

/** Removes the definitions of variables of the theme that no style uses. */
function withoutUnusedVariables(styles: string): string {
  const used = new Set(Array.from(styles.matchAll(/var\((--[\w-]+)/g), ([, name]) => name));
  return styles.replaceAll(/(--dps-[\w-]+):[^;}]*;?/g, (definition, name: string) =>
    used.has(name) ? definition : '',
  );
}

/**
 * Renders the outlines of pages, which documents show until the shell has rendered: the frame of the shell with its own styles.
 * The build runs this function in Node.
 */
export function renderOutlines(): Outlines {
  const cache = scaleWithText(createCache({ key: 'css' }));
  // Collects the styles instead of writing them between the elements.
  cache.compat = true;
  const markupOf = (page: ReactNode) =>
    renderToStaticMarkup(
      <CacheProvider value={cache}>
        <ThemeProvider theme={theme} disableStyleSheetGeneration>
          <CssBaseline />
          <MemoryRouter>{page}</MemoryRouter>
        </ThemeProvider>
      </CacheProvider>,
    );
  const markup = {
    user: markupOf(frame),
    guest: markupOf(guest),
    public: markupOf(open),
    checking: markupOf(checking),
  };
  for (const sheet of theme.generateStyleSheets()) cache.insert('', css(sheet), cache.sheet, true);
  return { style: withoutUnusedVariables(Object.values(cache.inserted).join('')), ...markup };
}
