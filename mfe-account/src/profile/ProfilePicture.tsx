import type { UserView } from '@dps/contract';
import { CircularProgress, ErrorNotice, styled, VisuallyHidden } from '@dps/ui';
import { PersonAvatar } from '@dps/ui/data';
import { texts } from '../texts/profile.ts';
import { PictureButton } from './PictureButton.tsx';
import { useImageUpload } from './useImageUpload.ts';

const { image } = texts;
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
