import { expect, type Locator, type Page } from '@playwright/test';

/** Pictures stand beside names and say nothing to assistive technology: they have no role to find them by. */
export const picture = (place: Locator, kind: 'blob:' | 'data:image/webp') =>
  place.locator(`img[src^="${kind}"]`);

export async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible();
}

/** Chooses a file with the camera button, as people do. */
export async function choosePicture(
  page: Page,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Change profile picture' }).click();
  await (await chosen).setFiles(file);
}
