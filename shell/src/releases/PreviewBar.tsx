import { useEffect, useRef } from 'react';
import type { PreviewNotice } from '@dps/contract';
import { Button, Icon, icons, Typography } from '@dps/ui';
import { Link, useLocation } from '@dps/ui/router';
import { useShellSession } from '../session/shell-session.ts';
import { releaseTexts } from '../texts/releases.ts';
import { panelLink } from './panel-address.ts';
import { Bar, Line, TextColumn } from './trial-bar.ts';

const texts = releaseTexts.preview;

/** Reloads the page when another user signs in or the user signs out: the server chose the preview for the former one. */
function useReloadForUser(onReload: () => void): void {
  const session = useShellSession();
  const chosenFor = useRef<number | null>(undefined);
  const user =
    session.state === 'signed-in' ? session.user.id : session.state === 'signed-out' ? null : undefined;
  useEffect(() => {
    if (user === undefined) return;
    if (chosenFor.current === undefined) chosenFor.current = user;
    else if (chosenFor.current !== user) onReload();
  }, [user, onReload]);
}

interface Props {
  preview: PreviewNotice;
  /** Reloads the page. */
  onReload: () => void;
}

/** Shows that the page runs a preview, or why it does not, and offers to leave it. */
export function PreviewBar({ preview: { state, title = '', version = '' }, onReload }: Props) {
  useReloadForUser(onReload);
  const { pathname, search } = useLocation();
  return (
    <Bar aria-label={texts.label}>
      <Line>
        <Icon path={icons.warning} />
        <TextColumn>
          <Typography variant="subtitle2">
            {state === 'runs' ? texts.runs(title, version) : texts.none}
          </Typography>
          <Typography>{texts.why[state]}</Typography>
        </TextColumn>
        {state === 'runs' && (
          <Button size="small" color="inherit" component={Link} {...panelLink(search)}>
            {releaseTexts.bar.modules}
          </Button>
        )}
        {state === 'unknown' && (
          <Button size="small" color="inherit" onClick={onReload}>
            {releaseTexts.bar.reload}
          </Button>
        )}
        <Button size="small" color="inherit" variant="outlined" href={`${pathname}?preview=end`}>
          {texts.leave}
        </Button>
      </Line>
    </Bar>
  );
}
