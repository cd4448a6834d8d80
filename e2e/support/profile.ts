import { expect, type Locator, type Page } from '@playwright/test';

/** Locates a profile picture. Pictures next to names are decorative, so no role locates them. */
export const picture = (place: Locator, kind: 'blob:' | 'data:image/webp') =>
  place.locator(`img[src^="${kind}"]`);

export async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
}

/** Chooses a file with the camera button and the file chooser. */
export async function choosePicture(
  page: Page,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Change profile picture' }).click();
  await (await chooser).setFiles(file);
}
