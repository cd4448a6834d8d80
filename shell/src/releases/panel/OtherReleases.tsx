import { useState } from 'react';
import { Button, styled, Typography } from '@dps/ui';
import { parseOverride } from '../overrides/override.ts';
import { chooseOverrides, stopOverride } from '../overrides/override-store.ts';
import { releaseTexts } from '../../texts/releases.ts';
import { DevServerForm } from './DevServerForm.tsx';
import type { PartReport } from './module-report.ts';

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' });
const texts = releaseTexts.panel;

interface Props {
  part: PartReport;
  /** The allowed origins of dev servers; undefined if the deployment allows no overrides. */
  allowed: readonly string[] | undefined;
  /** Reloads the page. */
  onReload: () => void;
}

/** The other releases of a module; if overrides are allowed, each is a button that runs it in this tab. */
export function OtherReleases({ part, allowed, onReload }: Props) {
  const { name, title, others = [] } = part;
  const [isFormOpen, setFormOpen] = useState(false);
  const run = (source: string): boolean => {
    const chosen = allowed && parseOverride(`${name}@${source}`, allowed);
    if (!allowed || !chosen) return false;
    if (chooseOverrides([chosen], allowed)) onReload();
    return true;
  };
  const stop = () => {
    if (stopOverride(name, allowed ?? [])) onReload();
  };
  const names = others.length > 0 ? `${texts.others}:` : texts.noOthers;
  return (
    <>
      <Row>
        <Typography variant="caption" color="textSecondary">
          {allowed ? names : [names, others.join(', ')].join(' ')}
        </Typography>
        {allowed &&
          others.map((version) => (
            <Button
              key={version}
              size="small"
              variant="outlined"
              aria-label={texts.run(title, version)}
              onClick={() => run(version)}
            >
              {version}
            </Button>
          ))}
        {allowed && allowed.length > 0 && !isFormOpen && (
          <Button size="small" aria-label={texts.devServer(title)} onClick={() => setFormOpen(true)}>
            {texts.devServerShort}
          </Button>
        )}
        {part.isReplaced && (
          <Button size="small" aria-label={releaseTexts.bar.stopOne(title)} onClick={stop}>
            {releaseTexts.bar.stop}
          </Button>
        )}
      </Row>
      {isFormOpen && <DevServerForm title={title} onRun={run} />}
    </>
  );
}
