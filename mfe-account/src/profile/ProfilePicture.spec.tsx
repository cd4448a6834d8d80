import { screen, waitFor, within } from '@testing-library/react';
import { useCurrentUser } from '@dps/shared-contracts/client';
import { aPilot, reply, type Handlers } from '@dps/shared-contracts/testing';
import { renderInShell } from '@dps/ui/testing';
import { ProfilePicture } from './ProfilePicture.tsx';

const STORED = 'data:image/webp;base64,c3RvcmVk';
const TAKEN = 'data:image/webp;base64,dGFrZW4=';
const PREVIEW = 'blob:picture';
const LIMIT = 5 * 1024 * 1024;

/** Addresses that were made for files and not given back. */
let addresses: string[] = [];
/** Whether the browser can draw what it is given. */
let drawable = true;

beforeEach(() => {
  addresses = [];
  drawable = true;
  URL.createObjectURL = () => {
    addresses.push(PREVIEW);
    return PREVIEW;
  };
  URL.revokeObjectURL = (url) => {
    addresses = addresses.filter((each) => each !== url);
  };
  HTMLImageElement.prototype.decode = () => (drawable ? Promise.resolve() : Promise.reject(new Error('no')));
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
  it('is chosen from PNG, JPEG, WebP and GIF files', () => {
    show();
    expect(screen.getByLabelText('Picture file').getAttribute('accept')).toBe(
      'image/png,image/jpeg,image/webp,image/gif',
    );
  });

  it('shows the chosen picture at once, then what the server made of it', async () => {
    let answer = () => {};
    const shell = show({
      'POST /api/user/profile-image': () =>
        new Promise((resolve) => {
          answer = () => resolve(aPilot({ profileImage: TAKEN }));
        }),
      'GET /api/user/current': () => new Promise(() => {}),
    });
    expect(picture()).toBe(STORED);
    await choose(shell);
    await waitFor(() => expect(picture()).toBe(PREVIEW));
    expect(screen.getByText('Uploading your picture...')).toBeTruthy();
    answer();
    expect(await screen.findByText('Profile picture updated successfully!')).toBeTruthy();
    expect(screen.getByText('Success')).toBeTruthy();
    await waitFor(() => expect(picture()).toBe(TAKEN));
    expect(screen.queryByText('Uploading your picture...')).toBeNull();
    expect(shell.calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/user/profile-image', { imageData: 'data:image/png;base64,AAAA' }],
      ['GET', '/api/user/current', undefined],
    ]);
    expect(addresses).toEqual([]);
  });

  it('takes no second picture while one is on its way', async () => {
    const shell = show({ 'POST /api/user/profile-image': () => new Promise(() => {}) });
    await choose(shell);
    await waitFor(() => expect(picture()).toBe(PREVIEW));
    expect(camera().getAttribute('aria-disabled')).toBe('true');
    const chooser = screen.getByLabelText('Picture file');
    let opened = false;
    chooser.addEventListener('click', () => {
      opened = true;
    });
    await shell.events.click(camera());
    expect(opened).toBe(false);
  });

  it.each([
    [{ bytes: LIMIT + 1 }, 'File too large', 'Please select an image under 5MB.'],
    [{ type: 'application/pdf' }, 'Unsupported file', 'Please select a PNG, JPEG, WebP or GIF image.'],
  ])('refuses %j before it is sent', async (file, title, text) => {
    const shell = renderInShell(<Picture />, { user: aPilot({ profileImage: STORED }) });
    // As some choosers and every drop do, past the kinds of file that the field names.
    const events = shell.events.setup({ applyAccept: false });
    await choose({ ...shell, events }, file);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(picture()).toBe(STORED);
    expect(shell.calls).toEqual([]);
  });

  it('refuses what calls itself a picture and is none', async () => {
    drawable = false;
    const shell = show();
    await choose(shell);
    expect(await screen.findByText('Please select a PNG, JPEG, WebP or GIF image.')).toBeTruthy();
    expect(picture()).toBe(STORED);
    expect(shell.calls).toEqual([]);
    expect(addresses).toEqual([]);
  });

  it('goes back to the old picture when the server does not take it, and says why', async () => {
    const why = 'The file is not of a supported format.';
    const shell = show({
      'POST /api/user/profile-image': () =>
        reply(400, { code: 'invalid_file', message: why, requestId: 'r-5' }),
    });
    await choose(shell);
    expect(await screen.findByText('Failed to upload profile picture. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    await waitFor(() => expect(picture()).toBe(STORED));
    expect(notice().getByText(why)).toBeTruthy();
    expect(notice().getByText('Request id: r-5')).toBeTruthy();
    expect(notice().queryByRole('button')).toBeNull();
    expect(addresses).toEqual([]);
  });

  it('sends the same picture again when that may help', async () => {
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
