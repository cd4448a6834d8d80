import { useEffect } from 'react';
import { ButtonLink, ContourLines, styled, Typography } from '@dps/ui';
import { texts } from './texts.ts';

const Root = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
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

/** Replaces the title of the route in the title of the document, which the shell sets. */
function useNotFoundTitle(): void {
  useEffect(() => {
    const replace = (one: string, other: string) => {
      document.title = document.title.replace(one, other);
    };
    // The effect of the shell runs after the effects of the page.
    queueMicrotask(() => replace(texts.title, texts.notFound.title));
    return () => replace(texts.notFound.title, texts.title);
  }, []);
}

/** The product's page for unknown addresses, for users whom the deployment does not name. */
export function NotFound() {
  useNotFoundTitle();
  return (
    <Root>
      <Ornament>
        <ContourLines />
      </Ornament>
      <Typography variant="h1" tabIndex={-1}>
        {texts.notFound.title}
      </Typography>
      <Typography color="textSecondary">{texts.notFound.text}</Typography>
      <ButtonLink to="/" variant="contained">
        {texts.notFound.home}
      </ButtonLink>
    </Root>
  );
}
