import { Button, IconButton, Icon, icons, styled, Typography } from '@dps/shared-contracts/ui';
import { LinearProgress } from '@dps/shared-contracts/ui/data';
import { FileLine, Files } from '../job/FileList.tsx';
import { texts } from '../texts.ts';
import { attachmentTypeOf } from './attachment-picker.ts';
import type { Upload } from './useAttachmentUploads.ts';

const Place = styled('section')({ marginTop: 24 });
const Bar = styled(LinearProgress)({ marginTop: 6 });

function State({ upload: { state, file } }: { upload: Upload }) {
  const { states, uploadingFile } = texts.attachments;
  return (
    <>
      <Typography variant="caption" color={state === 'failed' ? 'error' : 'textSecondary'}>
        {states[state]}
      </Typography>
      {state === 'uploading' && <Bar aria-label={uploadingFile(file.name)} />}
    </>
  );
}

function FailedActions(props: { upload: Upload; onRetry: () => void; onDismiss: () => void }) {
  const { name } = props.upload.file;
  const { retry, retryFile, removeFile } = texts.attachments;
  return (
    <>
      <Button size="small" variant="outlined" aria-label={retryFile(name)} onClick={props.onRetry}>
        {retry}
      </Button>
      <IconButton size="small" aria-label={removeFile(name)} onClick={props.onDismiss}>
        <Icon path={icons.close} />
      </IconButton>
    </>
  );
}

/** The files that are on their way to a posted job, and those that did not get there. */
export function AttachmentUploads(props: {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onDismiss: (id: number) => void;
}) {
  const title = props.uploads.at(-1)?.job.title;
  if (title === undefined) return null;
  return (
    <Place aria-live="polite">
      <Typography variant="h3">{texts.attachments.uploadsOf(title)}</Typography>
      <Files>
        {props.uploads.map((upload) => (
          <FileLine
            key={upload.id}
            type={attachmentTypeOf(upload.file) ?? 'document'}
            name={upload.file.name}
            about={<State upload={upload} />}
          >
            {upload.state === 'done' && <Icon path={icons.check} />}
            {upload.state === 'failed' && (
              <FailedActions
                upload={upload}
                onRetry={() => props.onRetry(upload)}
                onDismiss={() => props.onDismiss(upload.id)}
              />
            )}
          </FileLine>
        ))}
      </Files>
    </Place>
  );
}
