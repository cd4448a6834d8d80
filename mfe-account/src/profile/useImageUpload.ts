import { useState } from 'react';
import { toast } from '@dps/ui/toast';
import { accountApi } from '../api.ts';
import { texts } from '../texts.ts';
import { isPicture } from './is-picture.ts';
import { imageProblem, mayPassLater, type ImageProblem } from './profile-image.policy.ts';
import { readDataUrl } from './read-data-url.ts';

const { image } = texts;

const PROBLEM_TEXTS = {
  'too-large': { title: image.tooLargeTitle, description: image.tooLarge },
  'wrong-type': { title: image.wrongTypeTitle, description: image.wrongType },
} as const satisfies Record<ImageProblem, { title: string; description: string }>;

const refuse = (problem: ImageProblem) => toast({ ...PROBLEM_TEXTS[problem], look: 'destructive' });

interface ImageUpload {
  /** The chosen picture's address while it is on its way, else null. */
  preview: string | null;
  busy: boolean;
  /** The last picture, where it was not taken; `mayPass` when it may be at another attempt. */
  failure: { file: File; error: unknown; mayPass: boolean } | null;
  /** Makes a chosen file the user's picture, and says how that went. */
  upload: (file: File) => Promise<void>;
}

/** The way of a chosen file to being the user's picture. */
export function useImageUpload(): ImageUpload {
  const [send] = accountApi.uploadImage.useMutation();
  const [preview, setPreview] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ImageUpload['failure']>(null);

  const sendPicture = async (file: File, url: string) => {
    if (!(await isPicture(url))) {
      refuse('wrong-type');
      return;
    }
    setPreview(url);
    try {
      await send({ imageData: await readDataUrl(file) }).unwrap();
      toast({ title: image.doneTitle, description: image.done });
    } catch (error) {
      toast({ title: image.failedTitle, description: image.failed, look: 'destructive' });
      setFailure({ file, error, mayPass: mayPassLater(error) });
    }
  };

  const upload = async (file: File) => {
    setFailure(null);
    const problem = imageProblem(file);
    if (problem) {
      refuse(problem);
      return;
    }
    const url = URL.createObjectURL(file);
    setBusy(true);
    await sendPicture(file, url);
    setPreview(null);
    setBusy(false);
    URL.revokeObjectURL(url);
  };

  return { preview, busy, failure, upload };
}
