import { paths, userView } from '@dps/shared-contracts';
import sharp from 'sharp';
import { expectError, expectView } from './support/client.ts';
import { PDF, png } from './support/files.ts';
import { createPerson } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('current user', () => {
  it('is the one of the session', async () => {
    const { user, client } = await createPerson(server, 'pilot');
    await createPerson(server, 'client');
    expect(expectView(await client.get(paths.currentUser()), 200, userView)).toEqual(user);
  });
});

describe('profile', () => {
  it('changes name, address and hours', async () => {
    const { user, client } = await createPerson(server, 'pilot');
    const profile = { name: '<b>Ríó</b> \u202e👩‍✈️', email: `new-${user.email}`, flightHours: '99.25' };
    const answer = await client.put(paths.profile(), profile);
    expect(expectView(answer, 200, userView)).toEqual({ ...user, ...profile, flightHours: 99.25 });
    expect(expectView(await client.get(paths.currentUser()), 200, userView).flightHours).toBe(99.25);
  });

  it('keeps hours that are not sent, and takes empty ones for none', async () => {
    const { user, client } = await createPerson(server, 'pilot', { flightHours: 12 });
    const { name, email } = user;
    const kept = await client.put(paths.profile(), { name, email });
    expect(expectView(kept, 200, userView).flightHours).toBe(12);
    const cleared = await client.put(paths.profile(), { name, email, flightHours: '' });
    expect(expectView(cleared, 200, userView).flightHours).toBeNull();
  });

  it('lets clients have no hours', async () => {
    const { user, client } = await createPerson(server, 'client');
    const answer = await client.put(paths.profile(), { name: 'A', email: user.email, flightHours: 5 });
    expect(expectView(answer, 200, userView).flightHours).toBeNull();
  });

  it('refuses an address that somebody else has', async () => {
    const { user } = await createPerson(server, 'pilot');
    const { client } = await createPerson(server, 'pilot');
    const answer = await client.put(paths.profile(), { name: 'A', email: user.email.toUpperCase() });
    expectError(answer, 409, 'email_taken');
  });

  it.each([
    ['a role', { role: 'client' }],
    ['an id', { id: 1 }],
    ['a username', { username: 'other' }],
  ])('refuses %s', async (_what, extra) => {
    const { user, client } = await createPerson(server, 'pilot');
    const answer = await client.put(paths.profile(), { name: 'A', email: user.email, ...extra });
    expectError(answer, 400, 'validation_failed');
    expect(expectView(await client.get(paths.currentUser()), 200, userView)).toEqual(user);
  });

  it.each([
    ['name', { name: '', email: 'a@example.com' }, 'Name is required'],
    ['email', { name: 'A', email: 'a' }, 'Invalid email address'],
  ])('names a wrong %s as the screen does', async (path, body, message) => {
    const { client } = await createPerson(server, 'pilot');
    const { errors } = expectError(await client.put(paths.profile(), body), 400, 'validation_failed');
    expect(errors).toEqual([{ path, message }]);
  });
});

describe('profile image', () => {
  const dataUrl = (content: Buffer, type = 'image/png') =>
    `data:${type};base64,${content.toString('base64')}`;

  it('is stored as a WebP of at most 256 px and shown as a data URL', async () => {
    const { client } = await createPerson(server, 'client');
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(await png(800, 400)) });
    const { profileImage } = expectView(answer, 200, userView);
    const [prefix, content] = profileImage?.split(',') ?? [];
    expect(prefix).toBe('data:image/webp;base64');
    const image = await sharp(Buffer.from(content ?? '', 'base64')).metadata();
    expect(image).toMatchObject({ format: 'webp', width: 256, height: 128 });
    expect(expectView(await client.get(paths.currentUser()), 200, userView).profileImage).toBe(profileImage);
  });

  it('loses where a photo was taken', async () => {
    const { client } = await createPerson(server, 'client');
    const photo = await sharp(await png(50, 50))
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer();
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(photo, 'image/jpeg') });
    const { profileImage } = expectView(answer, 200, userView);
    const image = await sharp(Buffer.from(profileImage?.split(',')[1] ?? '', 'base64')).metadata();
    expect(image.exif).toBeUndefined();
  });

  const SVG = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>',
  );
  it.each([
    ['an SVG', dataUrl(SVG, 'image/svg+xml')],
    ['an SVG that calls itself a PNG', dataUrl(SVG)],
    ['a PDF', dataUrl(PDF)],
    ['a broken PNG', dataUrl(Buffer.from('\u0089PNG\r\n\u001a\n broken', 'latin1'))],
    ['no base64', 'data:image/png;base64,****'],
    ['a remote image', 'https://example.com/a.png'],
    ['nothing', 'data:image/png;base64,'],
  ])('refuses %s', async (_what, imageData) => {
    const { client } = await createPerson(server, 'client');
    expectError(await client.post(paths.profileImage(), { imageData }), 400, 'invalid_file');
  });

  it('refuses a small file that claims a flood of pixels', async () => {
    const { client } = await createPerson(server, 'client');
    const flood = await png(8000, 8000);
    expect(flood.length).toBeLessThan(1_000_000);
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(flood) });
    expectError(answer, 400, 'invalid_file');
  });

  it('refuses more than 5 MB', async () => {
    const { client } = await createPerson(server, 'client');
    const large = Buffer.concat([await png(8, 8), Buffer.alloc(5 * 1024 * 1024)]);
    const answer = await client.post(paths.profileImage(), { imageData: dataUrl(large) });
    expectError(answer, 413, 'payload_too_large');
  });
});
