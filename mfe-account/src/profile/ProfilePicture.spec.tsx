import { screen, waitFor, within } from '@testing-library/react';
import { useCurrentUser } from '@dps/contract/client';
import { aPilot, reply, type Handlers } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { ProfilePicture } from './ProfilePicture.tsx';

const STORED = 'data:image/webp;base64,c3RvcmVk';
const TAKEN = 'data:image/webp;base64,dGFrZW4=';
const PREVIEW = 'blob:picture';
const LIMIT = 5 * 1024 * 1024;

/** Object URLs that are not revoked. */
let objectUrls: string[] = [];
/** Whether the browser can decode images. */
let decodable = true;

beforeEach(() => {
  objectUrls = [];
  decodable = true;
  URL.createObjectURL = () => {
    objectUrls.push(PREVIEW);
    return PREVIEW;
  };
  URL.revokeObjectURL = (url) => {
    objectUrls = objectUrls.filter((each) => each !== url);
  };
  HTMLImageElement.prototype.decode = () => (decodable ? Promise.resolve() : Promise.reject(new Error('no')));
});

function Picture() {
  return (
    <section aria-label="Picture">
      <ProfilePicture user={useCurrentUser()} />
    </section>
  );
}

const show = (handlers: Handlers = {}) =>
  renderInShell(<Picture />, { user: aPilot({ profileImage: STORED }), handlers });
const choose = ({ events }: ReturnType<typeof show>, { type = 'image/png', bytes = 3 } = {}) =>
  events.upload(screen.getByLabelText('Picture file'), new File([new Uint8Array(bytes)], 'me', { type }));
const picture = () => screen.getByLabelText('Picture').querySelector('img')?.getAttribute('src');
const camera = () => screen.getByRole('button', { name: 'Change profile picture' });
const notice = () => within(screen.getByRole('note'));

describe('the profile picture', () => {
  it('[PROFILE-17, PROFILE-18, PROFILE-20] shows the chosen picture during the upload, without another one, then the stored one', async () => {
    const response = Promise.withResolvers<unknown>();
    const shell = show({
      'POST /api/user/profile-image': () => response.promise,
      'GET /api/user/current': () => new Promise(() => {}),
    });
    const chooser = screen.getByLabelText('Picture file');
    expect(chooser.getAttribute('accept')).toBe('image/png,image/jpeg,image/webp,image/gif');
    expect(picture()).toBe(STORED);
    await choose(shell);
    await waitFor(() => expect(picture()).toBe(PREVIEW));
    expect(screen.getByText('Uploading your picture...')).toBeTruthy();
    expect(camera().getAttribute('aria-disabled')).toBe('true');
    let opened = false;
    chooser.addEventListener('click', () => {
      opened = true;
    });
    await shell.events.click(camera());
    expect(opened).toBe(false);
    response.resolve(aPilot({ profileImage: TAKEN }));
    expect(await screen.findByText('Profile picture updated successfully!')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
    await waitFor(() => expect(picture()).toBe(TAKEN));
    expect(screen.queryByText('Uploading your picture...')).toBeNull();
    expect(shell.calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/user/profile-image', { imageData: 'data:image/png;base64,AAAA' }],
      ['GET', '/api/user/current', undefined],
    ]);
    expect(objectUrls).toEqual([]);
  });

  it.each([
    [{ bytes: LIMIT + 1 }, 'File too large', 'Please select an image under 5MB.'],
    [{ type: 'application/pdf' }, 'Unsupported file', 'Please select a PNG, JPEG, WebP or GIF image.'],
  ])('[PROFILE-19] rejects %j before it is sent', async (file, title, text) => {
    const shell = renderInShell(<Picture />, { user: aPilot({ profileImage: STORED }) });
    // Some file choosers ignore the accepted types.
    const events = shell.events.setup({ applyAccept: false });
    await choose({ ...shell, events }, file);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(picture()).toBe(STORED);
    expect(shell.calls).toEqual([]);
  });

  it('rejects a file that is no image despite its type', async () => {
    decodable = false;
    const shell = show();
    await choose(shell);
    expect(await screen.findByText('Please select a PNG, JPEG, WebP or GIF image.')).toBeTruthy();
    expect(picture()).toBe(STORED);
    expect(shell.calls).toEqual([]);
    expect(objectUrls).toEqual([]);
  });

  it('[PROFILE-21, PROFILE-22] restores the old picture when the server rejects the new one, and shows why', async () => {
    const message = 'The file is not of a supported format.';
    const shell = show({
      'POST /api/user/profile-image': () => reply(400, { code: 'invalid_file', message, requestId: 'r-5' }),
    });
    await choose(shell);
    expect(await screen.findByText('Failed to upload profile picture. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    await waitFor(() => expect(picture()).toBe(STORED));
    expect(notice().getByText(message)).toBeTruthy();
    expect(notice().getByText('Request id: r-5')).toBeTruthy();
    expect(notice().queryByRole('button')).toBeNull();
    expect(objectUrls).toEqual([]);
  });

  it('retries the upload after a temporary error', async () => {
    let attempts = 0;
    const shell = show({
      'POST /api/user/profile-image': () => {
        attempts += 1;
        return attempts === 1 ? reply(503) : aPilot({ profileImage: TAKEN });
      },
      'GET /api/user/current': () => aPilot({ profileImage: TAKEN }),
    });
    await choose(shell);
    await shell.events.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(picture()).toBe(TAKEN));
    expect(screen.queryByRole('note')).toBeNull();
  });
});
