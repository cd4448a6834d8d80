import { PROFILE_IMAGE_MAX_BYTES } from '@dps/shared-contracts';
import { isApiError } from '@dps/shared-contracts/client';

/**
 * Media types that the server decodes, for the file chooser. Named one by one, so that phones hand over a picture that
 * they keep in a format of their own as JPEG.
 */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

export type ImageProblem = 'too-large' | 'wrong-type';

/** What keeps a chosen file from being a profile picture; null when nothing does. */
export function imageProblem({ size, type }: { size: number; type: string }): ImageProblem | null {
  if (!IMAGE_TYPES.some((each) => each === type)) return 'wrong-type';
  return size > PROFILE_IMAGE_MAX_BYTES ? 'too-large' : null;
}

/** Whether a picture that failed may pass at another attempt: not when it was the picture that the server refused. */
export function mayPassLater(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const { status } = error;
  return status === 0 || status === 429 || status >= 500;
}
