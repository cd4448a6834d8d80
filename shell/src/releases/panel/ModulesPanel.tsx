import type { Registry } from '@dps/contract';
import { readDeployment } from '@dps/contract/guest';
import { styled, Typography } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { releaseTexts } from '../../texts/releases.ts';
import { CopyReport } from './CopyReport.tsx';
import { OtherReleases } from './OtherReleases.tsx';
import { PartCard } from './PartCard.tsx';
import { reportText } from './module-report.ts';
import { useClosePanel } from '../panel-address.ts';
import { useReports } from './useReports.ts';

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
