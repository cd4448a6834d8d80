import { useRef, type ReactNode } from 'react';
import { errorText } from '@dps/contract/client';
import { Button, Icon, IconButton, icons, styled, Typography, VisuallyHidden } from '@dps/ui';
import { LinearProgress } from '@dps/ui/data';
import { FileLine, Files } from '../job/files/FileList.tsx';
import { attachmentTypeOf } from '../job-form/attachment-picker.ts';
import { uploadTexts as labels } from '../texts/uploads.ts';
import type { Upload } from './upload-store.ts';
import { useUploadActions } from './useUploadActions.ts';

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 36,
  '& > :focus': { outline: 'none' },
});
const Bar = styled(LinearProgress)({ marginTop: 6 });

function stateText({ state, percent, error }: Upload): string {
  if (state === 'uploading') return percent === 100 ? labels.checking : labels.uploading(percent);
  if (state !== 'failed') return labels[state];
  const reason = errorText(error, '');
  return reason ? labels.failedBecause(reason) : labels.failed;
}

function State({ upload }: { upload: Upload }) {
  return (
    <>
      <Typography variant="caption" color={upload.state === 'failed' ? 'error' : 'textSecondary'}>
        {stateText(upload)}
      </Typography>
      {(upload.state === 'uploading' || upload.state === 'checking') && (
        <Bar
          variant={upload.percent === 100 ? 'indeterminate' : 'determinate'}
          value={upload.percent}
          aria-label={labels.uploadingFile(upload.file.name)}
        />
      )}
    </>
  );
}

function UploadButtons(props: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const { upload, onRetry, onRemove } = props;
  const { name } = upload.file;
  // The file of a message is not sent yet.
  const isUnsent = upload.state === 'done' && upload.purpose === 'message';
  if (upload.state === 'done' && !isUnsent) return <Icon path={icons.check} />;
  const failed = upload.state === 'failed';
  return (
    <>
      {failed && (
        <Button size="small" variant="outlined" aria-label={labels.retryFile(name)} onClick={onRetry}>
          {labels.retry}
        </Button>
      )}
      <IconButton
        size="small"
        aria-label={failed || isUnsent ? labels.removeFile(name) : labels.cancelFile(name)}
        onClick={onRemove}
      >
        <Icon path={icons.close} />
      </IconButton>
    </>
  );
}

/** The uploads of a job under a heading, each with its progress and buttons to retry, cancel or remove it. */
export function UploadList({ uploads, heading }: { uploads: readonly Upload[]; heading: ReactNode }) {
  const { resume, cancel } = useUploadActions();
  const head = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so the focus moves to the heading.
  const act = (action: () => void) => {
    head.current?.focus();
    action();
  };
  const failed = uploads.filter(({ state }) => state === 'failed');
  const uploaded = uploads.filter(({ state }) => state === 'done').length;
  return (
    <>
      <Head>
        <div ref={head} tabIndex={-1}>
          {heading}
        </div>
        {failed.length > 1 && (
          <Button
            size="small"
            variant="outlined"
            onClick={() => act(() => failed.forEach(({ key }) => resume(key)))}
          >
            {labels.retryAll}
          </Button>
        )}
      </Head>
      <Files>
        {uploads.map((upload) => (
          <FileLine
            key={upload.key}
            type={attachmentTypeOf(upload.file) ?? 'document'}
            name={upload.file.name}
            about={<State upload={upload} />}
          >
            <UploadButtons
              upload={upload}
              onRetry={() => act(() => resume(upload.key))}
              onRemove={() => act(() => cancel(upload))}
            />
          </FileLine>
        ))}
      </Files>
      <VisuallyHidden role="status">{labels.uploaded(uploaded, uploads.length)}</VisuallyHidden>
    </>
  );
}
