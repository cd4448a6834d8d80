import { useState, type ReactNode } from 'react';
import type { ThreadView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { Alert, Button, Icon, IconButton, icons, styled, TextLink, Typography } from '@dps/ui';
import { ConfirmDialog, Menu, MenuItem } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { reportWrite } from '../job/failures.ts';
import { jobPath } from '../job/dialog/useJobDialogs.ts';
import { ONE_LINE } from '../job/table/JobName.tsx';
import { messagesTexts as texts } from '../texts/messages.ts';
import { messagesPath } from './messages-url.ts';
import { threadsApi } from './threads-api.ts';

const MORE =
  'M12 8c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2';

const Head = styled('div')({ display: 'flex', alignItems: 'flex-start', gap: 8, flexShrink: 0 });
const JobLink = styled(TextLink)(ONE_LINE);
const Names = styled('div')({ flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' });

function BlockDialog({ thread, onClose }: { thread: ThreadView; onClose: () => void }) {
  const { jobId, pilotId, otherName, state } = thread;
  const [block, { isLoading }] = threadsApi.block.useMutation();
  const blocked = state !== 'blocked-here';
  const { title, text, confirm, done, failed } = texts[blocked ? 'block' : 'unblock'];
  const confirmed = async () => {
    await reportWrite(block({ jobId, pilotId, blocked }).unwrap(), done, failed);
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      text={text(otherName)}
      confirmLabel={confirm}
      tone={blocked ? 'danger' : 'default'}
      busy={isLoading}
      onConfirm={() => void confirmed()}
      onClose={onClose}
    />
  );
}

/** The menu of an open thread. */
function ThreadMenu({ onBlock }: { onBlock: () => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = () => {
    setAnchor(null);
    onBlock();
  };
  return (
    <>
      <IconButton
        aria-label={texts.thread.menu}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={MORE} />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={chosen}>{texts.block.action}</MenuItem>
      </Menu>
    </>
  );
}

/** Says why a thread accepts no messages; null if it does. */
function StateNote({ thread, onUnblock }: { thread: ThreadView; onUnblock: () => void }): ReactNode {
  const { role } = useCurrentUser();
  const { state, otherName } = thread;
  const { ended, blockedHere, blockedThere } = texts.state;
  if (state === 'open') return null;
  if (state === 'blocked-here') {
    const unblock = (
      <Button color="inherit" size="small" onClick={onUnblock}>
        {texts.unblock.action}
      </Button>
    );
    return (
      <Alert severity="warning" role="note" action={unblock}>
        {blockedHere}
      </Alert>
    );
  }
  const reason = role === 'client' ? ended.client(otherName) : ended.pilot;
  return (
    <Alert severity="info" role="note">
      {state === 'ended' ? reason : blockedThere(otherName)}
    </Alert>
  );
}

interface ThreadHeadProps {
  thread: ThreadView;
  place: 'dialog' | 'page';
  /** Leads back to the list of threads, on a phone. */
  onBack?: (() => void) | undefined;
}

/** The other party and the job of a thread, its state, and the way to block it. */
export function ThreadHead({ thread, place, onBack }: ThreadHeadProps) {
  const { otherName, jobTitle, state } = thread;
  const [isAsking, setAsking] = useState(false);
  const ask = () => setAsking(true);
  return (
    <>
      <Head>
        {onBack && (
          <IconButton edge="start" aria-label={texts.thread.back} onClick={onBack}>
            <Icon path={icons.arrowBack} />
          </IconButton>
        )}
        <Names>
          <Typography variant="h3" component={place === 'page' ? 'h2' : 'p'} dir="auto">
            <Literal>{otherName}</Literal>
          </Typography>
          {place === 'page' ? (
            <JobLink to={jobPath(thread.jobId)} dir="auto" title={jobTitle}>
              {jobTitle}
            </JobLink>
          ) : (
            <TextLink to={messagesPath(thread)}>{texts.thread.openPage}</TextLink>
          )}
        </Names>
        {state === 'open' && <ThreadMenu onBlock={ask} />}
      </Head>
      <StateNote thread={thread} onUnblock={ask} />
      {isAsking && <BlockDialog thread={thread} onClose={() => setAsking(false)} />}
    </>
  );
}
