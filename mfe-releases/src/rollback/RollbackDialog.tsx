import { useState, useEffect } from 'react';
import type { ReleasedPart } from '@dps/contract';
import {
  Button,
  ErrorNotice,
  styled,
  TextField,
  Typography,
  Alert,
  FONT_SIZES,
  MONO_FAMILY,
  RADIUS,
} from '@dps/ui';
import { Modal, SelectField, LoadingNotice } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { releasesApi, useOverview } from '../api.ts';
import { texts } from '../texts.ts';
import { effectsOf, parseRequest, signCommand } from './signed-request.ts';
import { isServed, lateText } from '../parts/served.ts';

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
function CommandLine({ command }: { command: string }) {
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

/** Time in which all gateways serve a change, in ms. They read a bucket every half second. */
const SERVED_WITHIN_MS = 10_000;

interface SpreadNoticeProps {
  revision: number;
  title: string;
  version: string;
}

/** Follows a rollback until all gateways serve it. */
function SpreadNotice({ revision, title, version }: SpreadNoticeProps) {
  const { data } = useOverview({ isFast: true });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SERVED_WITHIN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (data && isServed(data.served, revision))
    return <Alert severity="success">{texts.rollback.done(title, version)}</Alert>;
  if (!isLate) return <LoadingNotice text={texts.rollback.stored(revision)} />;
  return (
    <Alert severity="warning" role="alert">
      {lateText(data?.served ?? [], revision)}
    </Alert>
  );
}

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
