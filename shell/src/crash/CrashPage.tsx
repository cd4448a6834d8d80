import { Button, Stack, styled, Typography } from '@dps/ui';
import { useDocumentTitle } from '../document/page.ts';
import { Notice } from '../document/Notice.tsx';
import { texts } from '../texts/first-load.ts';

const Details = styled('details')(({ theme }) => ({
  width: '100%',
  marginTop: 24,
  color: theme.vars.palette.text.secondary,
  '& > summary': { cursor: 'pointer' },
}));
const Failure = styled('p')(({ theme }) => ({
  margin: '8px 0 0',
  fontSize: theme.typography.caption.fontSize,
  overflowWrap: 'anywhere',
}));

/** The page after a failure of the shell. It uses neither router nor store, which may have failed. Its actions load a page. */
export function CrashPage({ failure }: { failure: string }) {
  useDocumentTitle(texts.crash.title);
  return (
    <main>
      <Notice role="alert">
        <Typography variant="h1">{texts.crash.title}</Typography>
        <Typography color="textSecondary">{texts.crash.text}</Typography>
        <Stack
          direction="row"
          spacing={2}
          useFlexGap
          sx={{ flexWrap: 'wrap', justifyContent: 'center', mt: 4 }}
        >
          <Button variant="contained" onClick={() => globalThis.location.reload()}>
            {texts.crash.reload}
          </Button>
          <Button variant="outlined" href="/">
            {texts.crash.home}
          </Button>
        </Stack>
        <Details>
          <summary>{texts.crash.details}</summary>
          <Failure>{failure}</Failure>
        </Details>
      </Notice>
    </main>
  );
}
