import { useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { ATTACHMENTS_PER_JOB, formatFileSize } from '@dps/contract';
import { Alert, Button, Icon, icons, RADIUS, styled, Typography, IconButton } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import {
  pickFiles,
  type AttachmentPicker as Picker,
  type Refusal,
  attachmentTypeOf,
  fileKey,
} from './attachment-picker.ts';
import { useFileDrop } from './useFileDrop.ts';
import { FileLine, Files } from '../job/files/FileList.tsx';

/** The files that are picked but not sent. */
function PickedFiles(props: { files: readonly File[]; onRemove: (file: File) => void }) {
  return (
    <Files>
      {props.files.map((file) => (
        <FileLine
          key={fileKey(file)}
          type={attachmentTypeOf(file) ?? 'document'}
          name={file.name}
          about={formatFileSize(file.size)}
        >
          <IconButton
            size="small"
            aria-label={formTexts.attachments.removeFile(file.name)}
            onClick={() => props.onRemove(file)}
          >
            <Icon path={icons.close} />
          </IconButton>
        </FileLine>
      ))}
    </Files>
  );
}

const Place = styled('div')({ display: 'grid', gap: 8 });
const Target = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: 12,
  border: `1px dashed ${theme.vars.palette.outline}`,
  borderRadius: RADIUS.control,
  '&[data-drag="page"]': { borderColor: theme.vars.palette.primary.main },
  '&[data-drag="target"]': {
    borderColor: theme.vars.palette.primary.main,
    outline: `2px solid ${theme.vars.palette.primary.main}`,
    backgroundColor: theme.vars.palette.tones.green.background,
    color: theme.vars.palette.tones.green.text,
  },
}));

interface AttachmentPickerProps {
  picker: Picker;
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** The number of files that the job has or that are uploading, without the picked files. */
  attached?: number;
  /** The files of the job, above the drop target. */
  children?: ReactNode;
}

/** Picks the attachments of a job, in a file dialog or by drag and drop. It reports rejected files at once. */
export function AttachmentPicker(props: AttachmentPickerProps) {
  const { picker, files, onChange, attached = 0, children } = props;
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const add = (chosen: readonly File[], folders: readonly string[] = []) => {
    const { accepted, refusals: refused } = pickFiles(chosen, { picker, files, attached });
    const all = [...folders.map(formTexts.attachments.folder), ...refused];
    setRefusals(all);
    if (accepted.length > 0) {
      onChange([...files, ...accepted]);
      toast(texts.toasts.filesAdded(accepted.length));
    }
    for (const refusal of all) toast({ ...refusal, look: 'destructive' });
  };
  return (
    <Place>
      <Typography variant="subtitle2" component="span">
        {texts.fields.attachments}
      </Typography>
      {children}
      {attached < ATTACHMENTS_PER_JOB ? (
        <DropTarget picker={picker} attached={attached} onFiles={add} />
      ) : (
        <Typography color="textSecondary">{formTexts.attachments.full}</Typography>
      )}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {files.length > 0 && (
        <PickedFiles files={files} onRemove={(file) => onChange(files.filter((other) => other !== file))} />
      )}
    </Place>
  );
}

function DropTarget(props: {
  picker: Picker;
  attached: number;
  onFiles: (files: File[], folders?: string[]) => void;
}) {
  const { picker, attached, onFiles } = props;
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { target, place } = useFileDrop(({ files, folders }) => onFiles(files, folders));
  const choose = ({ target: chooser }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(chooser.files ?? [])];
    // Without this, the browser does not report a removed file that is chosen again.
    chooser.value = '';
    onFiles(chosen);
  };
  const { choose: label, dropHere, orDrop, hint, attached: attachedHint } = formTexts.attachments;
  return (
    <>
      <Target ref={target} data-drag={place}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={picker.accept}
          aria-label={label}
          onChange={choose}
        />
        <Button
          variant="outlined"
          startIcon={<Icon path={icons.attach} />}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        <Typography variant="body2">{place === 'none' ? orDrop : dropHere}</Typography>
      </Target>
      <Typography id={hintId} variant="caption" color="textSecondary">
        {[hint(picker.formats), ...(attached > 0 ? [attachedHint(attached)] : [])].join(' ')}
      </Typography>
    </>
  );
}

/** The rejected files. Toasts show one at a time, so all reasons remain readable here. */
function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <Alert severity="error" role="note">
      {refusals.map(({ description }) => (
        <div key={description}>{description}</div>
      ))}
    </Alert>
  );
}
