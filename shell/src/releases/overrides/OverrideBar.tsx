import { useState } from 'react';
import { readDeployment } from '@dps/shared-contracts/client';
import { Button, Icon, icons, styled, Typography } from '@dps/ui';
import { Link, useLocation } from '@dps/ui/router';
import { panelLink } from '../panel-address.ts';
import { releaseTexts } from '../../texts/releases.ts';
import { isOverridden, type PageReleases } from '../page-releases.ts';
import { RequestedOverrides } from './RequestedOverrides.tsx';
import { Line, TextColumn } from './OverrideLine.tsx';
import { chooseOverrides, stopOverride } from './override-store.ts';
import { useRebuilds } from './useRebuilds.ts';

/** Takes room at the end of the page and stays visible while the page scrolls. */
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
  /** Reloads the page. */
  onReload: () => void;
}

/** Lists the overrides of this tab and those that a link requests, each with its actions. */
export function OverrideBar({ registry, requested, isRefused, onReload }: Props) {
  const [isIgnored, setIgnored] = useState(false);
  const allowed = readDeployment().overrides?.origins ?? [];
  const replaced = registry.modules.filter(isOverridden);
  const { search } = useLocation();
  const event = useRebuilds(registry, onReload);
  const agree = () => {
    chooseOverrides(requested, allowed);
    onReload();
  };
  const stop = (module: string) => {
    stopOverride(module, allowed);
    onReload();
  };
  const hasRequest = !isIgnored && (isRefused || requested.length > 0);
  if (replaced.length === 0 && !hasRequest) return null;
  return (
    <Bar aria-label={texts.label}>
      {replaced.map(({ name, title, choice }, i) => (
        <Line key={name}>
          <Icon path={icons.warning} />
          <TextColumn>
            <Typography variant="subtitle2">{texts.running(title, choice?.source ?? '')}</Typography>
            {choice?.problem !== undefined && <Typography>{choice.problem}</Typography>}
          </TextColumn>
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
        {event && (
          <Line>
            <TextColumn>
              <Typography>{texts[event]}</Typography>
            </TextColumn>
            {event === 'rebuilt' && (
              <Button size="small" color="inherit" variant="outlined" onClick={onReload}>
                {texts.reload}
              </Button>
            )}
          </Line>
        )}
      </div>
      {hasRequest && (
        <RequestedOverrides
          {...{ registry, requested, isRefused }}
          onAgree={agree}
          onIgnore={() => setIgnored(true)}
        />
      )}
    </Bar>
  );
}
