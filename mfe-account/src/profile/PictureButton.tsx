import { useRef, type ChangeEvent } from 'react';
import { CircularProgress, Icon, IconButton, icons, styled } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import { IMAGE_TYPES } from './profile-image.policy.ts';
import { useImageUpload } from './useImageUpload.ts';

const Camera = styled(IconButton)(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.outline}`,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { backgroundColor: theme.vars.palette.background.default },
}));

/** Chooses an image file and makes it the user's picture. */
export function PictureButton() {
  const { upload, busy } = useImageUpload();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Emptied, so that choosing the same file again is noticed.
    target.value = '';
    if (file) void upload(file);
  };
  return (
    <>
      <Camera aria-label={texts.image.change} disabled={busy} onClick={() => chooser.current?.click()}>
        {busy ? <CircularProgress size={20} aria-hidden /> : <Icon path={icons.camera} />}
      </Camera>
      <input
        ref={chooser}
        type="file"
        accept={IMAGE_TYPES.join(',')}
        aria-label={texts.image.file}
        onChange={choose}
        hidden
      />
    </>
  );
}
