import { formatFileSize } from '@dps/contract';
import { Icon, IconButton, icons } from '@dps/ui';
import { FileLine, Files } from '../job/files/FileList.tsx';
import { formTexts } from '../texts/form.ts';
import { attachmentTypeOf, fileKey } from './attachment-picker.ts';

/** The files that are picked but not sent. */
export function PickedFiles(props: { files: readonly File[]; onRemove: (file: File) => void }) {
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
