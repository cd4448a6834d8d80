import { useState, useEffect } from 'react';
import { readDeployment } from '@dps/contract/guest';
import { Button, Icon, icons, Typography } from '@dps/ui';
import { Link, useLocation } from '@dps/ui/router';
import type { Registry } from '@dps/contract';
import { panelLink } from '../panel-address.ts';
import { releaseTexts } from '../../texts/releases.ts';
import { Bar, Line, TextColumn } from '../trial-bar.ts';
import { isOverridden, devOrigins, type PageReleases } from '../page-releases.ts';
import { isVersion } from './override.ts';
import { chooseOverrides, stopOverride } from './override-store.ts';
import { isUnsaved } from '../../document/page.ts';
import { fetchDevRelease } from './dev-release.ts';

/** The last event of a dev server that the page shows. */
type BuildEvent = 'rebuilt' | 'broken' | null;

/**
 * Subscribes to the builds of dev servers. The module itself applies changes of its code (`updated`). After a change of other
 * facts, such as its routes (`rebuilt`), the page reloads, unless it has unsaved changes.
 *
 * @param registry the registry of this tab
 */
function useRebuilds(registry: Registry, onReload: () => void): BuildEvent {
  const [event, setEvent] = useState<BuildEvent>(null);
  useEffect(() => {
    const rebuilt = () => {
      if (isUnsaved()) setEvent('rebuilt');
      else onReload();
    };
    const sources = [...devOrigins(registry)].map((origin) => {
      const source = new EventSource(`${origin}/rebuilt`);
      source.addEventListener('rebuilt', rebuilt);
      source.addEventListener('updated', () => setEvent((shown) => (shown === 'broken' ? null : shown)));
      source.addEventListener('broken', () => setEvent('broken'));
      // A server that was not ready at the page load does not repeat its event.
      const missed = registry.modules.find(
        ({ choice }) => choice?.source === origin && choice.problem !== undefined,
      );
      const fetchAgain = (name: string) => fetchDevRelease(origin, name).then(rebuilt, () => undefined);
      if (missed) source.addEventListener('open', () => void fetchAgain(missed.name));
      return source;
    });
    return () => sources.forEach((source) => source.close());
  }, [registry, onReload]);
  return event;
}

const texts = releaseTexts.bar;

interface RequestProps extends PageReleases {
  onAgree: () => void;
  onIgnore: () => void;
}

/** The overrides that a link requests, their consequences, and the buttons to agree or to ignore. */
function RequestedOverrides({ registry, requested, isRefused, onAgree, onIgnore }: RequestProps) {
  const titleOf = (name: string) => registry.modules.find((module) => module.name === name)?.title ?? name;
  return (
    <Line>
      <Icon path={icons.warning} />
      <TextColumn>
        {requested.map(({ module, source }) => (
          <div key={module}>
            <Typography variant="subtitle2">{texts.requested(titleOf(module), source)}</Typography>
            <Typography>{isVersion(source) ? texts.release : texts.devServer}</Typography>
          </div>
        ))}
        {isRefused && <Typography>{texts.refused}</Typography>}
      </TextColumn>
      <Button size="small" color="inherit" onClick={onIgnore}>
        {texts.refuse}
      </Button>
      {requested.length > 0 && (
        <Button size="small" color="inherit" variant="outlined" onClick={onAgree}>
          {texts.agree}
        </Button>
      )}
    </Line>
  );
}

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
    if (chooseOverrides(requested, allowed)) onReload();
  };
  const stop = (module: string) => {
    if (stopOverride(module, allowed)) onReload();
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
