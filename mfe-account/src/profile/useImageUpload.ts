import { useState } from 'react';
import { toast } from '@dps/ui/toast';
import { accountApi } from '../api.ts';
import { texts } from '../texts/profile.ts';
import { imageProblem, isRetryable, type ImageProblem } from './profile-image.policy.ts';

const { image } = texts;

const showProblem = (problem: ImageProblem) => toast({ ...image.problems[problem], look: 'destructive' });

interface ImageUpload {
  /** The URL of the chosen picture during the upload, otherwise null. */
  preview: string | null;
  busy: boolean;
  /** The last upload if it failed. */
  failure: { file: File; error: unknown; retryable: boolean } | null;
  /** Validates and uploads a file, and shows the result as a toast. */
  upload: (file: File) => Promise<void>;
}

/** Uploads the profile picture. */
export function useImageUpload(): ImageUpload {
  const [send] = accountApi.uploadImage.useMutation();
  const [preview, setPreview] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ImageUpload['failure']>(null);

  const sendPicture = async (file: File, url: string) => {
    if (!(await isPicture(url))) {
      showProblem('wrong-type');
      return;
    }
    setPreview(url);
    try {
      await send({ imageData: await readDataUrl(file) }).unwrap();
      toast(image.done);
    } catch (error) {
      toast(image.failed);
      setFailure({ file, error, retryable: isRetryable(error) });
    }
  };

  const upload = async (file: File) => {
    setFailure(null);
    const problem = imageProblem(file);
    if (problem) {
      showProblem(problem);
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

/** Whether the browser can decode the image at a URL. A decoded image is displayed without delay. */
function isPicture(url: string): Promise<boolean> {
  const decoder = new Image();
  decoder.src = url;
  return decoder.decode().then(
    () => true,
    () => false,
  );
}

/** Reads a file as a data URL. Rejects if the file cannot be read, for example because it was moved. */
function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)));
    reader.readAsDataURL(file);
  });
}
