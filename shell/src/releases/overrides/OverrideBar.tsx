import { useState } from 'react';
import { readDeployment } from '@dps/shared-contracts/client';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { Link, useLocation } from '@dps/ui/router';
import { panelLink } from '../modules-address.ts';
import { releaseTexts } from '../../texts/releases.ts';
import { isOverridden, type PageReleases } from '../page-releases.ts';
import { AskedOverrides } from './AskedOverrides.tsx';
import { Line, Words } from './bar-parts.tsx';
import { chooseOverrides, stopOverride } from './override-store.ts';
import { useRebuilds } from './useRebuilds.ts';

/** It takes room of its own at the end of the page, and stays in sight while the page scrolls. */
const Bar = styled('aside')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: theme.vars.zIndex.appBar,
  padding: '4px 16px',
  color: theme.vars.palette.tones.yellow.text,
  backgroundColor: theme.vars.palette.tones.yellow.background,
  borderTop: `2px solid ${theme.vars.palette.tones.yellow.text}`,
}));
const texts = releaseTexts.bar;

interface Props extends PageReleases {
  /** Loads the page anew. */
  onReload: () => void;
}

/** Says which modules of this tab are not the released ones, and what a link asks for, each with what can be done about it. */
export function OverrideBar({ registry, asked, isRefused, onReload }: Props) {
  const [isIgnored, setIgnored] = useState(false);
  const allowed = readDeployment().overrides?.origins ?? [];
  const replaced = registry.modules.filter(isOverridden);
  const { search } = useLocation();
  const news = useRebuilds(registry, onReload);
  const agree = () => {
    chooseOverrides(asked, allowed);
    onReload();
  };
  const stop = (module: string) => {
    stopOverride(module, allowed);
    onReload();
  };
  const isAsking = !isIgnored && (isRefused || asked.length > 0);
  if (replaced.length === 0 && !isAsking) return null;
  return (
    <Bar aria-label={texts.label}>
      {replaced.map(({ name, title, choice }, i) => (
        <Line key={name}>
          <Icon path={icons.warning} />
          <Words>
            <Typography variant="subtitle2">{texts.running(title, choice?.source ?? '')}</Typography>
            {choice?.problem !== undefined && <Typography>{choice.problem}</Typography>}
          </Words>
          {i === 0 && (
            <Button size="small" color="inherit" component={Link} {...panelLink(search)}>
              {texts.modules}
            </Button>
          )}
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            aria-label={texts.stopOne(title)}
            onClick={() => stop(name)}
          >
            {texts.stop}
          </Button>
        </Line>
      ))}
      <div aria-live="polite">
        {news && (
          <Line>
            <Words>
              <Typography>{texts[news]}</Typography>
            </Words>
            {news === 'rebuilt' && (
              <Button size="small" color="inherit" variant="outlined" onClick={onReload}>
                {texts.reload}
              </Button>
            )}
          </Line>
        )}
      </div>
      {isAsking && (
        <AskedOverrides
          {...{ registry, asked, isRefused }}
          onAgree={agree}
          onIgnore={() => setIgnored(true)}
        />
      )}
    </Bar>
  );
}
