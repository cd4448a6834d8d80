import { useId, type ReactNode } from 'react';
import { MONO_FAMILY, styled, Typography } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { releaseTexts } from '../../texts/releases.ts';
import type { PartReport } from './module-report.ts';

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
export function PartCard({ part, children }: { part: PartReport; children?: ReactNode }) {
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
