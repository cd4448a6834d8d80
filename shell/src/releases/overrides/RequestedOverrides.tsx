import { Button, Icon, icons, Typography } from '@dps/ui';
import { releaseTexts } from '../../texts/releases.ts';
import type { PageReleases } from '../page-releases.ts';
import { Line, TextColumn } from './OverrideLine.tsx';
import { isVersion } from './override.ts';

interface Props extends PageReleases {
  onAgree: () => void;
  onIgnore: () => void;
}
const texts = releaseTexts.bar;

/** The overrides that a link requests, their consequences, and the buttons to agree or to ignore. */
export function RequestedOverrides({ registry, requested, isRefused, onAgree, onIgnore }: Props) {
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
