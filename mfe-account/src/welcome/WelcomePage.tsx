import { useId, type ReactNode } from 'react';
import { ButtonLink, Icon, icons, styled, TextLink, Typography } from '@dps/ui';
import { useLocation } from '@dps/ui/router';
import { Cost } from './Offer.tsx';
import { JobSteps } from './JobSteps.tsx';
import { SurveyDrawing } from './SurveyDrawing.tsx';
import { texts } from '../texts/welcome.ts';

/** Media in which the text is next to the drawing. */
const WIDE = '@media (min-width: 56.25em)';

const Page = styled('div')({
  width: '100%',
  maxWidth: 1280,
  margin: '0 auto',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 48,
  // The frame of signed-in users has a padding of its own.
  'main > &': {
    padding: '24px 24px 64px',
    '@media (max-width: 56.24em)': { padding: '20px min(16px, 5vw) 48px' },
  },
});
const Head = styled('header')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '24px 48px',
  alignItems: 'start',
  [WIDE]: { gridTemplateColumns: '34rem minmax(0, 1fr)' },
});
const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(20rem, 100%), 1fr))',
  gap: 24,
});
const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  marginTop: 24,
  // A signed-in user has an account.
  'main > div > [data-page="welcome"] &': { display: 'none' },
});
const Facts = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 12,
  '& > li': { display: 'flex', gap: 12 },
  '& svg': { flexShrink: 0, color: theme.vars.palette.primary.main },
}));
const Surface = styled('section')(({ theme }) => ({
  padding: 24,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '@media (max-width: 599.95px)': { padding: '20px 16px' },
}));
const Intro = styled('div')({ marginBottom: 16 });
const Note = styled(Typography)({ display: 'block', marginTop: 16 });
const Closing = styled('div')({ textAlign: 'center', '& > div': { justifyContent: 'center' } });

function Links() {
  const { state }: { state: unknown } = useLocation();
  return (
    <Actions>
      <ButtonLink to="/signup" state={state} variant="contained" color="accent" size="large">
        {texts.createAccount}
      </ButtonLink>
      <ButtonLink to="/login" state={state} variant="outlined" size="large">
        {texts.signIn}
      </ButtonLink>
    </Actions>
  );
}

function Part({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Surface aria-labelledby={id}>
      <Intro>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {intro && <Typography color="textSecondary">{intro}</Typography>}
      </Intro>
      {children}
    </Surface>
  );
}

function FactList({ facts }: { facts: readonly string[] }) {
  return (
    <Facts>
      {facts.map((fact) => (
        <li key={fact}>
          <Icon path={icons.check} size={20} />
          <Typography component="span">{fact}</Typography>
        </li>
      ))}
    </Facts>
  );
}

/** `/welcome`: what the product is, for visitors. */
export default function WelcomePage() {
  const { steps, clients, pilots } = texts;
  return (
    <Page data-page="welcome">
      <Head>
        <div>
          <Typography variant="h1" tabIndex={-1} sx={{ marginBottom: '0.5rem' }}>
            {texts.title}
          </Typography>
          <Typography variant="subtitle1" component="p" color="textSecondary">
            {texts.intro}
          </Typography>
          <Links />
          <Cost />
        </div>
        <SurveyDrawing />
      </Head>
      <Part title={steps.title} intro={steps.intro}>
        <JobSteps />
      </Part>
      <Columns>
        <Part title={clients.title}>
          <FactList facts={clients.list} />
          <Note variant="caption" color="textSecondary">
            {clients.note}
          </Note>
        </Part>
        <Part title={pilots.title}>
          <FactList facts={pilots.list} />
        </Part>
      </Columns>
      <Closing>
        <Typography variant="h2" component="p">
          {texts.again}
        </Typography>
        <Links />
        <Note>
          <TextLink to="/privacy">{texts.privacy}</TextLink>
        </Note>
      </Closing>
    </Page>
  );
}
