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
  /** Where dev servers may be; undefined where nothing may be replaced. */
  allowed: readonly string[] | undefined;
  /** Loads the page anew. */
  onReload: () => void;
}

/** The other releases of a module; where the deployment offers it, each a button that runs it in this tab. */
export function OtherReleases({ part, allowed, onReload }: Props) {
  const { name, title, others = [] } = part;
  const [isAsking, setAsking] = useState(false);
  const run = (source: string): boolean => {
    const chosen = allowed && parseOverride(`${name}@${source}`, allowed);
    if (!allowed || !chosen) return false;
    chooseOverrides([chosen], allowed);
    onReload();
    return true;
  };
  const stop = () => {
    stopOverride(name, allowed ?? []);
    onReload();
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
        {allowed && allowed.length > 0 && !isAsking && (
          <Button size="small" aria-label={texts.devServer(title)} onClick={() => setAsking(true)}>
            {texts.devServerShort}
          </Button>
        )}
        {part.isReplaced && (
          <Button size="small" aria-label={releaseTexts.bar.stopOne(title)} onClick={stop}>
            {releaseTexts.bar.stop}
          </Button>
        )}
      </Row>
      {isAsking && <DevServerForm title={title} onRun={run} />}
    </>
  );
}
