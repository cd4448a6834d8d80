import { useState } from 'react';
import { toast } from '@dps/shared-contracts/ui/toast';
import { accountApi } from '../api.ts';
import { texts } from '../texts.ts';
import { imageProblem, type ImageProblem } from './profile-image.policy.ts';
import { readDataUrl } from './read-data-url.ts';

const { image } = texts;

const PROBLEM_TEXTS = {
  'too-large': { title: image.tooLargeTitle, description: image.tooLarge },
  'wrong-type': { title: image.wrongTypeTitle, description: image.wrongType },
} as const satisfies Record<ImageProblem, { title: string; description: string }>;

export interface ImageUpload {
  upload: (file: File) => Promise<void>;
  busy: boolean;
}

/** Makes a chosen file the user's picture, and says how that went. */
export function useImageUpload(): ImageUpload {
  const [send] = accountApi.uploadImage.useMutation();
  const [busy, setBusy] = useState(false);
  const upload = async (file: File) => {
    const problem = imageProblem(file);
    if (problem) {
      toast({ ...PROBLEM_TEXTS[problem], look: 'destructive' });
      return;
    }
    setBusy(true);
    try {
      await send({ imageData: await readDataUrl(file) }).unwrap();
      toast({ title: image.doneTitle, description: image.done });
    } catch {
      toast({ title: image.failedTitle, description: image.failed, look: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return { upload, busy };
}
