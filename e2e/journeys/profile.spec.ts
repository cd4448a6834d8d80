import { paths } from '@dps/contract';
import { expect, test } from '../support/test.ts';
import { AERIAL_PHOTO } from '../support/files.ts';
import { newUser } from '../support/users.ts';
import { choosePicture, openProfile, picture } from '../support/profile.ts';

// A trace requests each picture that it could not record, and the page's security policy blocks these requests.
test.use({ trace: 'off' });

const serviceIsBusy = {
  status: 503,
  json: { statusCode: 503, code: 'unavailable', message: 'The service is busy.', requestId: 'r-1' },
};
const UNSUITABLE = [
  {
    kind: 'a picture of more than 5 MB',
    bytes: Buffer.alloc(5 * 1024 * 1024 + 1),
    message: 'Please select an image under 5MB.',
  },
  {
    kind: 'an HTML page named as a picture',
    bytes: Buffer.from('<h1>Not a picture</h1>'),
    message: 'Please select a PNG, JPEG, WebP or GIF image.',
  },
];

test('shows a chosen picture at once, and in all places after the upload', async ({ signedUp }) => {
  const page = await signedUp(newUser('client', 'Iris Image'));
  await openProfile(page);
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(`**${paths.profileImage()}`, async (route) => {
    await delivered;
    await route.continue();
  });
  await choosePicture(page, AERIAL_PHOTO);
  await expect(picture(page.getByRole('main'), 'blob:')).toBeVisible();
  await expect(page.getByText('Uploading your picture...')).toBeAttached();
  deliver();
  await expect(page.getByText('Profile picture updated successfully!')).toBeVisible();
  await expect(picture(page.getByRole('main'), 'blob:')).toHaveCount(0);
  await page.getByLabel('Full Name').fill('Iris Pictured');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();

  await page.reload();
  const places = [page.getByRole('banner'), page.getByRole('complementary'), page.getByRole('main')];
  for (const place of places) await expect(picture(place, 'data:image/webp')).toBeVisible();
  await expect(page.getByRole('complementary').getByText('Iris Pictured')).toBeVisible();
});

test('restores the old picture after a failed upload, and Try again uploads the new one', async ({
  signedUp,
}) => {
  const page = await signedUp(newUser('pilot', 'Otis Offline'));
  await openProfile(page);
  await page.route(`**${paths.profileImage()}`, (route) => route.fulfill(serviceIsBusy));
  await choosePicture(page, AERIAL_PHOTO);
  await expect(page.getByText('Failed to upload profile picture. Please try again.')).toBeVisible();
  await expect(picture(page.getByRole('main'), 'blob:')).toHaveCount(0);
  await expect(page.getByRole('note')).toContainText('The service is busy.');
  await page.unroute(`**${paths.profileImage()}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(picture(page.getByRole('main'), 'data:image/webp')).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('rejects an unsuitable picture without a request', async ({ signedUp }) => {
  const page = await signedUp(newUser('pilot', 'Lars Large'));
  await openProfile(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    const isTelemetry = new URL(request.url()).pathname === paths.telemetry();
    if (request.method() === 'POST' && !isTelemetry) sent.push(request.url());
  });
  for (const { kind, bytes, message } of UNSUITABLE) {
    await test.step(kind, async () => {
      await choosePicture(page, { name: 'me.png', mimeType: 'image/png', buffer: bytes });
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Change profile picture' })).toBeFocused();
      expect(sent).toEqual([]);
    });
  }
});

test('unsaved changes survive a reload, and Reset restores the saved profile', async ({ signedUp }) => {
  const page = await signedUp(newUser('pilot', 'Rita Reset'));
  await openProfile(page);
  await page.getByLabel('Full Name').fill('Changed Name');
  await page.reload();
  await expect(page.getByText('Draft restored.')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Changed Name');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('Rita Reset');
  await page.reload();
  await expect(page.getByLabel('Full Name')).toHaveValue('Rita Reset');
});
