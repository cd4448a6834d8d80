import { ButtonLink, Typography } from '@dps/shared-contracts/ui';
import { useDocumentTitle } from '../document/useDocumentTitle.ts';
import { texts } from '../texts.ts';
import { Notice } from './Notice.tsx';

/** For every address that no module answers. */
export function NotFoundPage() {
  useDocumentTitle(texts.notFound.title);
  return (
    <Notice>
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
