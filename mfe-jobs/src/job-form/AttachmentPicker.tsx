import { useId, useRef, useState, type ChangeEvent } from 'react';
import { Alert, Button, Icon, IconButton, icons, styled, Typography } from '@dps/shared-contracts/ui';
import { toast } from '@dps/shared-contracts/ui/toast';
import { FileLine, Files } from '../job/FileList.tsx';
import { formatFileSize } from '../job/file-size.ts';
import { texts } from '../texts.ts';
import {
  attachmentTypeOf,
  checkFiles,
  type AttachmentPicker as Picker,
  type Refusal,
} from './attachment-picker.ts';

const Place = styled('div')({ display: 'grid', gap: 8, justifyItems: 'start' });
const Wide = styled('div')({ width: '100%' });

/** What tells files apart: the same one may be chosen again. */
const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** Chooses the files that a job is posted with; says at once which ones it does not take. */
export function AttachmentPicker(props: {
  picker: Picker;
  files: readonly File[];
  onChange: (files: File[]) => void;
}) {
  const { picker, files, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const hintId = useId();

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const known = new Set(files.map(keyOf));
    const chosen = [...(event.target.files ?? [])].filter((file) => !known.has(keyOf(file)));
    // The same file can be chosen again after it was removed.
    event.target.value = '';
    const checked = checkFiles(chosen, files.length, picker);
    setRefusals(checked.refusals);
    if (checked.accepted.length > 0) {
      onChange([...files, ...checked.accepted]);
      toast(texts.toasts.filesAdded(checked.accepted.length));
    }
    for (const refusal of checked.refusals) toast({ ...refusal, look: 'destructive' });
  };

  return (
    <Place>
      <Typography variant="subtitle2" component="span">
        {texts.fields.attachments}
      </Typography>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={picker.accept}
        aria-label={texts.attachments.choose}
        onChange={choose}
      />
      <Button
        variant="outlined"
        startIcon={<Icon path={icons.attach} />}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {texts.attachments.choose}
      </Button>
      <Typography id={hintId} variant="caption" color="textSecondary">
        {texts.attachments.hint(picker.formats)}
      </Typography>
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      {files.length > 0 && <PickedFiles files={files} onChange={onChange} />}
    </Place>
  );
}

/** Toasts show one at a time: what was refused stays readable here. */
function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <Wide>
      <Alert severity="error" role="note">
        {refusals.map(({ description }) => (
          <div key={description}>{description}</div>
        ))}
      </Alert>
    </Wide>
  );
}

function PickedFiles({ files, onChange }: { files: readonly File[]; onChange: (files: File[]) => void }) {
  return (
    <Wide>
      <Files>
        {files.map((file) => (
          <FileLine
            key={keyOf(file)}
            type={attachmentTypeOf(file) ?? 'document'}
            name={file.name}
            about={formatFileSize(file.size)}
          >
            <IconButton
              size="small"
              aria-label={texts.attachments.removeFile(file.name)}
              onClick={() => onChange(files.filter((other) => other !== file))}
            >
              <Icon path={icons.close} />
            </IconButton>
          </FileLine>
        ))}
      </Files>
    </Wide>
  );
}
