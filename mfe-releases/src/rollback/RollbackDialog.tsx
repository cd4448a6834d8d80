import { useState } from 'react';
import type { ReleasedPart } from '@dps/contract';
import { Button, ErrorNotice, styled, TextField, Typography } from '@dps/ui';
import { Modal, SelectField } from '@dps/ui/data';
import { releasesApi } from '../api.ts';
import { texts } from '../texts.ts';
import { CommandLine } from './CommandLine.tsx';
import { effectsOf, parseRequest, signCommand } from './signed-request.ts';
import { SpreadNotice } from './SpreadNotice.tsx';

const Content = styled('div')({ display: 'grid', gap: 16 });
const Part = styled('section')({ display: 'grid', gap: 8 });
const Effects = styled('ul')({ margin: 0, paddingLeft: 20 });
const names = texts.rollback;

interface Props {
  part: ReleasedPart;
  onClose: () => void;
}

/**
 * Rolls a module back: the user sees the effects, signs the change with the command, and sends the signature. The key never
 * reaches the page, because the code of all modules runs in it.
 */
export default function RollbackDialog({ part, onClose }: Props) {
  // The list changes while the dialog is open, also by this rollback.
  const [{ title, name, owner, earlier }] = useState(part);
  const [to, setTo] = useState(earlier[0] ?? '');
  const [pasted, setPasted] = useState('');
  const [reason, setReason] = useState('');
  const [rollBack, { isLoading, error, data, reset }] = releasesApi.rollBack.useMutation();
  const parsed = parseRequest(pasted, { name }, to);
  const problem = pasted.trim() !== '' && 'problem' in parsed ? parsed.problem : undefined;
  const send = () => {
    if ('request' in parsed) void rollBack({ request: parsed.request, ...(reason.trim() && { reason }) });
  };
  if (data)
    return (
      <Modal title={names.title(title)} onClose={onClose} actions={<CloseButton onClose={onClose} />}>
        <SpreadNotice revision={data.revision} title={title} version={to} />
      </Modal>
    );
  return (
    <Modal
      title={names.title(title)}
      onClose={onClose}
      busy={isLoading}
      actions={
        <>
          <Button onClick={onClose} disabled={isLoading}>
            {names.cancel}
          </Button>
          <Button
            variant="contained"
            color="error"
            onClick={send}
            loading={isLoading}
            disabled={'problem' in parsed}
          >
            {names.confirm(to)}
          </Button>
        </>
      }
    >
      <Content>
        <SelectField
          label={names.to}
          value={to}
          options={earlier.map((version) => ({ value: version, label: version }))}
          onChange={(version) => {
            setTo(version);
            reset();
          }}
        />
        <Part>
          <Typography variant="h3">{names.effects}</Typography>
          <Effects>
            {effectsOf(part, to).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </Effects>
        </Part>
        <Part>
          <Typography variant="h3">{names.sign}</Typography>
          <Typography>
            {owner === undefined ? names.signAbout : `${names.signAbout} ${names.owner(owner)}`}
          </Typography>
          <CommandLine command={signCommand(name, to, location.origin)} />
          <Typography variant="caption" color="textSecondary">
            {names.signElsewhere}
          </Typography>
        </Part>
        <TextField
          label={names.request}
          multiline
          minRows={2}
          maxRows={6}
          value={pasted}
          error={problem !== undefined}
          helperText={problem ?? names.requestHelp}
          onChange={(event) => {
            setPasted(event.target.value);
            reset();
          }}
          slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
        />
        <TextField
          label={names.reason}
          value={reason}
          helperText={names.reasonHelp}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
        {error && <ErrorNotice error={error} fallback={names.failed} />}
      </Content>
    </Modal>
  );
}

function CloseButton({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <Button variant="contained" onClick={onClose}>
      {names.close}
    </Button>
  );
}
