import { useRef, type ChangeEvent } from 'react';
import type { UserView } from '@dps/contract';
import { CircularProgress, ErrorNotice, styled, VisuallyHidden, Icon, IconButton, icons } from '@dps/ui';
import { PersonAvatar, Tooltip } from '@dps/ui/data';
import { texts } from '../texts/profile.ts';
import { useImageUpload } from './useImageUpload.ts';
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
function PictureButton({ busy, onChoose }: Props) {
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

const SIZE = 96;
const Picture = styled('div')({ position: 'relative', width: SIZE, margin: '0 auto 16px' });
const OnPicture = styled('div')({ position: 'absolute', right: -8, bottom: -8 });
const Ring = styled(CircularProgress)({ position: 'absolute', inset: -6 });
const Failure = styled('div')({ marginBottom: 16, textAlign: 'left' });

/** The user's picture, and a button to change it. The chosen picture is shown during the upload and removed if it fails. */
export function ProfilePicture({ user }: { user: UserView }) {
  const { preview, busy, failure, upload } = useImageUpload();
  return (
    <>
      <Picture>
        <PersonAvatar name={user.name} image={preview ?? user.profileImage} size={SIZE} />
        {busy && <Ring size="112.5%" thickness={1.5} aria-hidden />}
        <OnPicture>
          <PictureButton busy={busy} onChoose={(file) => void upload(file)} />
        </OnPicture>
      </Picture>
      <VisuallyHidden role="status">{busy && image.uploading}</VisuallyHidden>
      {failure && (
        <Failure>
          <ErrorNotice
            error={failure.error}
            fallback={image.failed.description}
            told
            {...(failure.retryable && { onRetry: () => void upload(failure.file) })}
          />
        </Failure>
      )}
    </>
  );
}
