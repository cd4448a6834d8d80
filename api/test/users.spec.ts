import { crc32 } from 'node:zlib';
import { jpegOfScans } from '@dps/local-stack/jpeg';
import { paths, userView, type UserView } from '@dps/contract';
import sharp from 'sharp';
import { expectError, expectView } from './support/client.ts';
import { PDF, picture, png } from './support/files.ts';
import { createUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('current user', () => {
  it('[CALL-2] is the user of the session', async () => {
    const { user, client } = await createUser(server, 'pilot');
    await createUser(server, 'client');
    expect(expectView(await client.get(paths.currentUser()), 200, userView)).toEqual(user);
  });
});

describe('profile', () => {
  it('[CALL-6] changes name and hours', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const profile = { name: '<b>Ríó</b> 👩‍✈️', email: user.email, flightHours: '99.25' };
    const answer = await client.put(paths.profile(), profile);
    expect(expectView(answer, 200, userView)).toEqual({ ...user, ...profile, flightHours: 99.25 });
    expect(expectView(await client.get(paths.currentUser()), 200, userView).flightHours).toBe(99.25);
  });

  it('does not change missing hours, and clears empty hours', async () => {
    const { user, client } = await createUser(server, 'pilot', { flightHours: 12 });
    const { name, email } = user;
    const kept = await client.put(paths.profile(), { name, email });
    expect(expectView(kept, 200, userView).flightHours).toBe(12);
    const cleared = await client.put(paths.profile(), { name, email, flightHours: '' });
    expect(expectView(cleared, 200, userView).flightHours).toBeNull();
  });

  it('ignores the hours of a client', async () => {
    const { user, client } = await createUser(server, 'client');
    const answer = await client.put(paths.profile(), { name: 'A', email: user.email, flightHours: 5 });
    expect(expectView(answer, 200, userView).flightHours).toBeNull();
  });

  it.each([
    ['[ROLE-4] a role', { role: 'client' }],
    ['an id', { id: 1 }],
    ['a username', { username: 'other' }],
  ])('refuses %s', async (_what, extra) => {
    const { user, client } = await createUser(server, 'pilot');
    const answer = await client.put(paths.profile(), { name: 'A', email: user.email, ...extra });
    expectError(answer, 400, 'validation_failed');
    expect(expectView(await client.get(paths.currentUser()), 200, userView)).toEqual(user);
  });

  it.each([
    ['name', { name: '', email: 'a@example.com' }, 'Name is required'],
    ['name', { name: ' \u200b', email: 'a@example.com' }, 'Name is required'],
    ['email', { name: 'A', email: 'a' }, 'Invalid email address'],
  ])('returns the message of the form for a wrong %s', async (path, body, message) => {
    const { client } = await createUser(server, 'pilot');
    const { errors } = expectError(await client.put(paths.profile(), body), 400, 'validation_failed');
    expect(errors).toEqual([{ path, message }]);
  });
});

/** A PNG with a forged width and height in its header. */
function withForgedSize(image: Buffer, pixels: number): Buffer {
  // After the signature of 8 bytes: length, name, width, height and checksum of the first chunk.
  const forged = Buffer.from(image);
  forged.writeUInt32BE(pixels, 16);
  forged.writeUInt32BE(pixels, 20);
  forged.writeUInt32BE(crc32(forged.subarray(12, 29)), 29);
  return forged;
}

describe('profile image', () => {
  const dataUrl = (content: Buffer, type = 'image/png') =>
    `data:${type};base64,${content.toString('base64')}`;

  it('[CALL-7, UPLOAD-10] is stored as a WebP of at most 256 px and shown as a data URL', async () => {
    const { client } = await createUser(server, 'client');
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(await png(800, 400)) });
    const { profileImage } = expectView(answer, 200, userView);
    const [prefix, content] = profileImage?.split(',') ?? [];
    expect(prefix).toBe('data:image/webp;base64');
    const image = await sharp(Buffer.from(content ?? '', 'base64')).metadata();
    expect(image).toMatchObject({ format: 'webp', width: 256, height: 128 });
    expect(expectView(await client.get(paths.currentUser()), 200, userView).profileImage).toBe(profileImage);
  });

  const imageOf = ({ profileImage }: UserView) =>
    sharp(Buffer.from(profileImage?.split(',')[1] ?? '', 'base64')).metadata();

  it('has no location and author of the photo', async () => {
    const { client } = await createUser(server, 'client');
    const photo = await sharp(await png(50, 50))
      .withExif({
        IFD0: { Artist: 'Photographer' },
        IFD3: { GPSLatitude: '39/1 17/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- Photographer --></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(await sharp(photo).metadata()).toMatchObject({
      exif: expect.any(Buffer),
      xmp: expect.any(Buffer),
    });
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(photo, 'image/jpeg') });
    const image = await imageOf(expectView(answer, 200, userView));
    expect(image).toMatchObject({ format: 'webp', width: 50 });
    expect([image.exif, image.xmp, image.iptc]).toEqual([undefined, undefined, undefined]);
  });

  it('has the orientation of the photo', async () => {
    const { client } = await createUser(server, 'client');
    const photo = await sharp(await png(60, 30))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(photo, 'image/jpeg') });
    expect(await imageOf(expectView(answer, 200, userView))).toMatchObject({ width: 30, height: 60 });
  });

  it('is the first frame of an animation', async () => {
    const { client } = await createUser(server, 'client');
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) => picture(40, 40, background)),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(3);
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(animation, 'image/gif') });
    const image = await imageOf(expectView(answer, 200, userView));
    expect(image).toMatchObject({ width: 40, height: 40 });
    expect(image.pages ?? 1).toBe(1);
  });

  const SVG = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>',
  );
  it.each([
    ['an SVG', dataUrl(SVG, 'image/svg+xml')],
    ['an SVG with the type PNG', dataUrl(SVG)],
    ['a PDF', dataUrl(PDF)],
    ['a broken PNG', dataUrl(Buffer.from('\u0089PNG\r\n\u001a\n broken', 'latin1'))],
    ['no base64', 'data:image/png;base64,****'],
    ['a remote image', 'https://example.com/a.png'],
    ['nothing', 'data:image/png;base64,'],
  ])('[UPLOAD-11] refuses %s', async (_what, imageData) => {
    const { client } = await createUser(server, 'client');
    expectError(await client.post(paths.profileImage(), { imageData }), 400, 'invalid_file');
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a small file with too many pixels', () => png(8000, 8000)],
    ['a PNG with a forged size of 50,000 × 50,000', async () => withForgedSize(await png(8, 8), 50_000)],
    [
      'a truncated photo',
      async () =>
        (
          await sharp(await png(500, 500))
            .jpeg()
            .toBuffer()
        ).subarray(0, -900),
    ],
    ['a GIF that is a script', async () => Buffer.from('GIF89a/*....*/=1;alert(document.cookie)')],
    [
      'a PNG that is a page',
      async () => Buffer.from('\u0089PNG\r\n\u001a\n<script>alert(1)</script>', 'latin1'),
    ],
  ])('refuses %s', async (_what, make) => {
    const { client } = await createUser(server, 'client');
    const image = await make();
    expect(image.length).toBeLessThan(1_000_000);
    expectError(await client.post(paths.profileImage(), { imageData: dataUrl(image) }), 400, 'invalid_file');
    expect(expectView(await client.get(paths.currentUser()), 200, userView).profileImage).toBeNull();
  });

  it('[SECURE-51] refuses a JPEG with thousands of scans, and accepts one with ten', async () => {
    const { client } = await createUser(server, 'client');
    const send = (scans: number) =>
      client.post(paths.profileImage(), { imageData: dataUrl(jpegOfScans(1000, scans)) });
    const { message } = expectError(await send(8000), 400, 'invalid_file');
    expect(message).toBe('A JPEG can have at most 100 scans. Please save the image as a plain JPEG.');
    expect(await imageOf(expectView(await send(10), 200, userView))).toMatchObject({ width: 256 });
  });

  it('[UPLOAD-10] refuses more than 5 MB', async () => {
    const { client } = await createUser(server, 'client');
    const large = Buffer.concat([await png(8, 8), Buffer.alloc(5 * 1024 * 1024)]);
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(large) });
    expectError(answer, 413, 'payload_too_large');
  });
});
