import { Button, Icon, icons, Typography } from '@dps/ui';
import { releaseTexts } from '../../texts/releases.ts';
import type { PageReleases } from '../page-releases.ts';
import { Line, Words } from './bar-parts.tsx';
import { isVersion } from './override.ts';

interface Props extends PageReleases {
  onAgree: () => void;
  onIgnore: () => void;
}
const texts = releaseTexts.bar;

/** What a link asks for, what that would mean, and the choice. */
export function AskedOverrides({ registry, asked, isRefused, onAgree, onIgnore }: Props) {
  const titleOf = (name: string) => registry.modules.find((module) => module.name === name)?.title ?? name;
  return (
    <Line>
      <Icon path={icons.warning} />
      <Words>
        {asked.map(({ module, source }) => (
          <div key={module}>
            <Typography variant="subtitle2">{texts.asked(titleOf(module), source)}</Typography>
            <Typography>{isVersion(source) ? texts.release : texts.devServer}</Typography>
          </div>
        ))}
        {isRefused && <Typography>{texts.refused}</Typography>}
      </Words>
      <Button size="small" color="inherit" onClick={onIgnore}>
        {texts.refuse}
      </Button>
      {asked.length > 0 && (
        <Button size="small" color="inherit" variant="outlined" onClick={onAgree}>
          {texts.agree}
        </Button>
      )}
    </Line>
  );
}
