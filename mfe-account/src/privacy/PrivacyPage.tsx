import { styled, TextLink, Typography } from '@dps/ui';
import { texts } from '../texts/privacy.ts';

const Text = styled('article')({
  width: '100%',
  maxWidth: 760,
  margin: '0 auto',
  padding: '32px 16px 48px',
  overflowWrap: 'anywhere',
  '& h2': { margin: '32px 0 8px' },
});
const Rows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Row = styled('li')(({ theme }) => ({
  padding: '12px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));
const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  gap: '2px 16px',
  margin: '4px 0 0',
  '& > dt': { color: theme.vars.palette.text.secondary },
  '& > dd': { margin: 0 },
}));

/** `/privacy`: what is stored about users, why, and how long. The times are those of housekeeping. */
export default function PrivacyPage() {
  return (
    <Text>
      <Typography variant="h1" tabIndex={-1}>
        {texts.title}
      </Typography>
      <Typography color="textSecondary">{texts.subtitle}</Typography>
      {texts.sections.map(({ title, text }) => (
        <section key={title}>
          <Typography variant="h2">{title}</Typography>
          <Typography>{text}</Typography>
        </section>
      ))}
      <Typography variant="h2" id="kept-section">
        {texts.kept}
      </Typography>
      <Rows aria-labelledby="kept-section">
        {texts.rows.map(({ what, why, howLong }) => (
          <Row key={what}>
            <Typography variant="h3">{what}</Typography>
            <Facts>
              <dt>{texts.why}</dt>
              <dd>{why}</dd>
              <dt>{texts.howLong}</dt>
              <dd>{howLong}</dd>
            </Facts>
          </Row>
        ))}
      </Rows>
      <Typography sx={{ marginTop: 4 }}>
        <TextLink to="/your-data">{texts.yourData}</TextLink>
      </Typography>
    </Text>
  );
}
