import { ButtonLink, ContourLines, styled, Typography } from '@dps/ui';
import { useDocumentTitle } from '../document/page.ts';
import { texts } from '../texts/first-load.ts';
import { Notice } from '../document/notices.tsx';

const Ornament = styled('div')({
  position: 'absolute',
  inset: 0,
  zIndex: -1,
  maskImage: 'radial-gradient(closest-side, rgb(0 0 0 / 0.25), rgb(0 0 0 / 0.9) 70%, transparent)',
});

/** The page for all addresses that no module has. */
export default function NotFoundPage() {
  useDocumentTitle(texts.notFound.title);
  return (
    <Notice>
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
    </Notice>
  );
}
