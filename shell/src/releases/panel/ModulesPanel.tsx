import { useState, useId, type ReactNode } from 'react';
import type { Registry } from '@dps/contract';
import { readDeployment } from '@dps/contract/guest';
import { styled, Typography, Button, TextField, MONO_FAMILY } from '@dps/ui';
import { Modal, ToneBadge } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { releaseTexts } from '../../texts/releases.ts';
import { OtherReleases } from './OtherReleases.tsx';
import { reportText, type PartReport } from './module-report.ts';
import { useClosePanel } from '../panel-address.ts';
import { useReports } from './useReports.ts';

const BADGES = {
  runs: { tone: 'green', shape: 'tick', label: releaseTexts.state.runs },
  waiting: { tone: 'gray', shape: 'ring', label: releaseTexts.state.waiting },
  replaced: { tone: 'yellow', shape: 'half', label: releaseTexts.state.replaced },
  failed: { tone: 'yellow', shape: 'cross', label: releaseTexts.state.failed },
} as const satisfies Record<PartReport['status'], object>;

const Card = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  padding: '12px 0',
  overflowWrap: 'anywhere',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' });
const Version = styled('span')({ fontFamily: MONO_FAMILY, marginRight: 'auto' });
const Facts = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 16px',
  margin: 0,
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.secondary,
}));

/** The shell or a module: its version, the reason for it, and its load history. `children` are the actions. */
function PartCard({ part, children }: { part: PartReport; children?: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <Head>
        <Typography variant="subtitle2" component="h3" id={id}>
          {part.title}
        </Typography>
        <Version>
          <Literal>{part.version}</Literal>
        </Version>
        <ToneBadge {...BADGES[part.status]} />
      </Head>
      {part.why.map((sentence) => (
        <Typography key={sentence}>{sentence}</Typography>
      ))}
      <Facts>
        <span>{part.loaded}</span>
        {part.contract && <span>{releaseTexts.panel.contract(part.contract)}</span>}
        {part.owner && <span>{releaseTexts.panel.owner(part.owner)}</span>}
      </Facts>
      {children}
    </Card>
  );
}

const { copy, copied, copyByHand } = releaseTexts.panel;

/** Copies the text that `write` returns, or shows it if the browser does not allow that. */
function CopyReport({ write }: { write: () => string }) {
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

const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  paddingTop: 12,
});
const texts = releaseTexts.panel;

interface Props {
  /** The registry of this page. */
  registry: Registry;
  /** Reloads the page. */
  onReload: () => void;
}

/** Lists the shell and each module with its version, the reason for it, and its load history. */
export function ModulesPanel({ registry, onReload }: Props) {
  const close = useClosePanel();
  const { parts, others } = useReports(registry);
  const allowed = readDeployment().overrides?.origins;
  const write = () => {
    const { origin, pathname } = location;
    const revision = texts.revision(registry.revision);
    return reportText([origin + pathname, new Date().toISOString(), navigator.userAgent, revision], parts);
  };
  return (
    <Modal title={texts.title} onClose={close}>
      <Typography color="textSecondary">{texts.about}</Typography>
      {parts.map((part) => (
        <PartCard key={part.name} part={part}>
          {part.others && part.name !== 'shell' && (
            <OtherReleases part={part} allowed={allowed} onReload={onReload} />
          )}
        </PartCard>
      ))}
      <div aria-live="polite">{others !== 'known' && <Typography>{texts[others]}</Typography>}</div>
      <Foot>
        <CopyReport write={write} />
        <Typography variant="caption" color="textSecondary">
          {texts.revision(registry.revision)}
        </Typography>
      </Foot>
    </Modal>
  );
}
