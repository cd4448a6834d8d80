import { useState } from 'react';
import { Button, FONT_SIZES, MONO_FAMILY, RADIUS, styled, Typography } from '@dps/ui';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts.ts';

const Code = styled('code')(({ theme }) => ({
  display: 'block',
  padding: 12,
  borderRadius: RADIUS.control,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.default,
  fontFamily: MONO_FAMILY,
  fontSize: FONT_SIZES.xs,
  overflowWrap: 'anywhere',
  userSelect: 'all',
}));
const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });

/** A command with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  const [outcome, setOutcome] = useState<string>('');
  const copy = () => {
    // Absent on a page without TLS.
    const copying: Promise<void> | undefined = globalThis.navigator.clipboard?.writeText(command);
    (copying ?? Promise.reject(new Error('no clipboard'))).then(
      () => setOutcome(texts.rollback.copied),
      () => setOutcome(texts.rollback.notCopied),
    );
  };
  return (
    <>
      <Code>
        <Literal>{command}</Literal>
      </Code>
      <Row>
        <Button size="small" variant="outlined" onClick={copy}>
          {texts.rollback.copy}
        </Button>
        <Typography component="span" role="status">
          {outcome}
        </Typography>
      </Row>
    </>
  );
}
