import { useRef, type ChangeEvent } from 'react';
import { DELIVERABLE_EXTENSIONS } from '@dps/contract';
import { Button, Icon, icons } from '@dps/ui';

interface FilePickerProps {
  label: string;
  /** Name of the button for screen readers, if several buttons have the same label. */
  description?: string;
  /** Offers several files to choose. */
  multiple?: boolean;
  /** The `accept` attribute; by default, the formats of deliverables. */
  accept?: string;
  onFiles: (files: readonly File[]) => void;
}

/** A button that opens the file dialog. */
export function FilePicker(props: FilePickerProps) {
  const { label, description = label, multiple = false, accept = DELIVERABLE_EXTENSIONS, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(target.files ?? [])];
    // Without this, the browser does not report a file that is chosen again.
    target.value = '';
    onFiles(chosen);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        aria-label={description}
        onChange={choose}
      />
      <Button
        size="small"
        variant="outlined"
        aria-label={description}
        startIcon={<Icon path={icons.attach} size={16} />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
