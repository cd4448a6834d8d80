import { MEGABYTE, PROFILE_IMAGE_MAX_BYTES } from '@dps/contract';
import { isApiError } from '@dps/contract/client';

/** Media types that the server decodes. With an explicit list, phones convert pictures in other formats to JPEG. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** Maximum size of a picture, in megabytes. */
export const MAX_MEGABYTES = PROFILE_IMAGE_MAX_BYTES / MEGABYTE;

export type ImageProblem = 'too-large' | 'wrong-type';

/** Returns the reason why a file cannot be a profile picture, or null. */
export function imageProblem({ size, type }: { size: number; type: string }): ImageProblem | null {
  if (!IMAGE_TYPES.some((each) => each === type)) return 'wrong-type';
  return size > PROFILE_IMAGE_MAX_BYTES ? 'too-large' : null;
}

/** Whether a retry of a failed upload can succeed: not if the server rejected the picture. */
export function isRetryable(error: unknown): boolean {
  if (!isApiError(error)) return false;
  const { status } = error;
  return status === 0 || status === 429 || status >= 500;
}
