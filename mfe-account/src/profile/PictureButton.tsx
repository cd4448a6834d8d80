import { useRef, type ChangeEvent } from 'react';
import { Icon, IconButton, icons, styled } from '@dps/ui';
import { Tooltip } from '@dps/ui/data';
import { texts } from '../texts/profile.ts';
import { IMAGE_TYPES } from './profile-image.policy.ts';

const { image } = texts;
const Camera = styled(IconButton)(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.outline}`,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { backgroundColor: theme.vars.palette.background.default },
  '&[aria-disabled="true"]': { cursor: 'progress' },
}));

/** Renders the tooltip inside the main landmark. */
const IN_MAIN = { popper: { container: () => document.querySelector('main') } };

interface Props {
  busy: boolean;
  onChoose: (file: File) => void;
}

/** Opens the file chooser. While `busy` it does nothing, and keeps the focus. */
export function PictureButton({ busy, onChoose }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Without a reset, choosing the same file again would fire no event.
    target.value = '';
    if (file) onChoose(file);
  };
  return (
    <>
      <Tooltip title={image.hint} slotProps={IN_MAIN}>
        <Camera
          aria-label={image.change}
          aria-disabled={busy}
          onClick={() => !busy && chooser.current?.click()}
        >
          <Icon path={icons.camera} />
        </Camera>
      </Tooltip>
      <input
        ref={chooser}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        aria-label={image.file}
        onChange={choose}
        hidden
      />
    </>
  );
}
