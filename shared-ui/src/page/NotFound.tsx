import { ButtonLink, ContourLines, styled, Typography } from '@dps/ui';

/** Title of the page, also for the document. */
export const NOT_FOUND_TITLE = '404 Page Not Found';
const texts = { text: 'Did you forget to add the page to the router?', home: 'Back to Dashboard' };

const Root = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  maxWidth: 560,
  isolation: 'isolate',
  margin: 'auto',
  padding: '96px 16px',
  textAlign: 'center',
  '& > a': { marginTop: 16 },
});
const Ornament = styled('div')({
  position: 'absolute',
  inset: 0,
  zIndex: -1,
  maskImage: 'radial-gradient(closest-side, rgb(0 0 0 / 0.25), rgb(0 0 0 / 0.9) 70%, transparent)',
});

/** The page of an unknown address. A module shows it to users who may not know that the module has the address. */
export function NotFound() {
  return (
    <Root>
      <Ornament>
        <ContourLines />
      </Ornament>
      <Typography variant="h1" tabIndex={-1}>
        {NOT_FOUND_TITLE}
      </Typography>
      <Typography color="textSecondary">{texts.text}</Typography>
      <ButtonLink to="/" variant="contained">
        {texts.home}
      </ButtonLink>
    </Root>
  );
}
