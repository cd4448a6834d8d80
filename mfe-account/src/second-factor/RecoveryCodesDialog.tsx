import { useState } from 'react';
import { Button, MONO_FAMILY, Stack, styled, Typography } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { saveFile } from '@dps/contract/client';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts/second-factor.ts';

const { codes: t } = texts;
const Codes = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(16.5rem, 100%), 1fr))',
  gap: '4px 16px',
  margin: 0,
  padding: 16,
  listStyle: 'none',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  fontFamily: MONO_FAMILY,
  fontSize: 14,
}));

/** The recovery codes, to copy or to download. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand'>();
  const content = `${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(content);
      setOutcome('copied');
    } catch {
      setOutcome('copyByHand');
    }
  };
  return (
    <Stack spacing={4}>
      <Typography>{t.about}</Typography>
      <Codes aria-label={t.title}>
        {codes.map((code) => (
          <li key={code}>
            <Literal>{code}</Literal>
          </li>
        ))}
      </Codes>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2 }}>
        <Button variant="outlined" onClick={() => void copy()}>
          {t.copy}
        </Button>
        <Button
          variant="outlined"
          onClick={() => saveFile({ name: t.file, mediaType: 'text/plain', content })}
        >
          {t.download}
        </Button>
      </Stack>
      <Typography role="status" variant="body2">
        {outcome && t[outcome]}
      </Typography>
    </Stack>
  );
}

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** The dialog with new recovery codes. They are shown once, so only its button closes it. */
export default function RecoveryCodesDialog({ codes, onClose }: Props) {
  return (
    <Modal
      title={texts.codes.title}
      busy
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {texts.codes.finish}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Modal>
  );
}
