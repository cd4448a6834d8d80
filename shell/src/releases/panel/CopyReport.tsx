import { useState } from 'react';
import { Button, TextField, Typography } from '@dps/ui';
import { releaseTexts } from '../../texts/releases.ts';

const { copy, copied, copyByHand } = releaseTexts.panel;

/** Copies the text that `write` returns, or shows it if the browser does not allow that. */
export function CopyReport({ write }: { write: () => string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const [text, setText] = useState('');
  const copyText = () => {
    const written = write();
    setText(written);
    const copying: Promise<void> | undefined = globalThis.navigator.clipboard?.writeText(written);
    (copying ?? Promise.reject(new Error('no clipboard'))).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  };
  return (
    <>
      <Button size="small" variant="outlined" onClick={copyText}>
        {copy}
      </Button>
      <Typography component="span" role="status">
        {outcome === 'copied' && copied}
      </Typography>
      {outcome === 'refused' && (
        <TextField
          fullWidth
          multiline
          label={copyByHand}
          value={text}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
      )}
    </>
  );
}
