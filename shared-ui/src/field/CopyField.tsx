import { useRef, useState } from 'react';
import { Button, styled, TextField, Typography } from '@dps/ui';
import { texts } from '../texts.ts';

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 8 });
const Field = styled('div')({ flex: '1 1 240px', minWidth: 0 });

/** A text to copy. If the browser does not allow it, the text is selected. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      field.current?.select();
      setOutcome('copyByHand');
    }
  };
  return (
    <div>
      <Row>
        <Field>
          <TextField
            label={label}
            value={value}
            inputRef={field}
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
          />
        </Field>
        <Button variant="contained" onClick={() => void copy()}>
          {texts.copy}
        </Button>
      </Row>
      <Typography role="status" variant="body2" sx={{ mt: 2 }}>
        {outcome && texts[outcome]}
      </Typography>
    </div>
  );
}
