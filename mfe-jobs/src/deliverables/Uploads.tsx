import { useRef, type ReactNode } from 'react';
import { type DeliverableView } from '@dps/contract';
import { errorText } from '@dps/contract/client';
import { Button, Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { LinearProgress } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { FilePicker } from './FilePicker.tsx';
import { texts } from '../texts/deliverables.ts';
import type { Upload, UploadState } from '../uploads/upload-store.ts';

const Lines = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: '0 0 12px',
  padding: 0,
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const Line = styled('li')({ display: 'flex', alignItems: 'center', gap: 12, padding: '8px 0' });
const About = styled('div')({ flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' });
const Bar = styled(LinearProgress)({ marginTop: 6 });

/** The state of an upload in words. */
function stateText({ state, percent, error }: Upload): string {
  const { failed, waiting, checking, retrying, paused, uploading } = texts.state;
  const words: Record<UploadState, string> = {
    waiting,
    checking,
    retrying,
    paused: paused(percent),
    uploading: uploading(percent),
    failed: errorText(error, failed),
    done: '',
  };
  return words[state];
}

function UploadLine(props: {
  name: string;
  about: string;
  percent: number | null;
  isError?: boolean;
  children: ReactNode;
}) {
  const { name, about, percent, isError = false, children } = props;
  return (
    <Line>
      <Icon path={icons.upload} />
      <About>
        <Typography dir="auto">
          <Literal>{name}</Literal>
        </Typography>
        <Typography variant="caption" color={isError ? 'error' : 'textSecondary'} component="div">
          {about}
        </Typography>
        {percent !== null && (
          <Bar variant="determinate" value={percent} aria-label={texts.progressOf(name)} />
        )}
      </About>
      {children}
    </Line>
  );
}

interface UploadsProps {
  /** The uploads of this page. */
  uploads: readonly Upload[];
  /** Unfinished uploads on the server that this page does not send. */
  interrupted: readonly DeliverableView[];
  onPause: (key: number) => void;
  onResume: (key: number) => void;
  onCancel: (upload: Upload) => void;
  /** Continues an interrupted upload with a chosen file. */
  onChosen: (upload: DeliverableView, file: File) => void;
  onForget: (upload: DeliverableView) => void;
}

/** The unfinished uploads of a job, with buttons to pause, continue and cancel them. */
export function Uploads(props: UploadsProps) {
  const { uploads, interrupted, onPause, onResume, onCancel, onChosen, onForget } = props;
  const head = useRef<HTMLDivElement>(null);
  // A pressed cancel button disappears, so the focus moves to the heading.
  const leave = (action: () => void) => {
    head.current?.focus();
    action();
  };
  if (uploads.length + interrupted.length === 0) return null;
  return (
    <>
      <Typography ref={head} tabIndex={-1} variant="subtitle2" component="div" sx={{ outline: 'none' }}>
        {texts.uploads}
      </Typography>
      <Lines aria-label={texts.uploads}>
        {uploads.map((upload) => {
          const { key, file, state, percent } = upload;
          const isStopped = state === 'paused' || state === 'failed';
          return (
            <UploadLine
              key={key}
              name={file.name}
              about={stateText(upload)}
              percent={state === 'failed' || state === 'waiting' ? null : percent}
              isError={state === 'failed'}
            >
              {state !== 'checking' && (
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={isStopped ? texts.resume(file.name) : texts.pause(file.name)}
                  onClick={() => (isStopped ? onResume : onPause)(key)}
                >
                  {isStopped ? texts.resumeShort : texts.pauseShort}
                </Button>
              )}
              <CancelButton name={file.name} onClick={() => leave(() => onCancel(upload))} />
            </UploadLine>
          );
        })}
        {interrupted.map((upload) => {
          const percent = Math.floor((upload.receivedBytes / upload.fileSize) * 100);
          const { fileName } = upload;
          return (
            <UploadLine
              key={upload.id}
              name={fileName}
              about={texts.state.interrupted(percent)}
              percent={percent}
            >
              <FilePicker
                label={texts.chooseAgain}
                description={texts.chooseAgainFor(fileName)}
                onFiles={([file]) => file && onChosen(upload, file)}
              />
              <CancelButton name={fileName} onClick={() => leave(() => onForget(upload))} />
            </UploadLine>
          );
        })}
      </Lines>
    </>
  );
}

function CancelButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <IconButton size="small" aria-label={texts.cancel(name)} onClick={onClick}>
      <Icon path={icons.close} />
    </IconButton>
  );
}
