import sharp from 'sharp';
import { crc32 } from 'node:zlib';
import { jpegOfScans } from '@dps/local-stack/jpeg';
import { paths, pilotView, type PilotView, userView, type UserView } from '@dps/contract';
import { expectError, expectSince, expectView } from './support/client.ts';
import { PDF, picture, png } from './support/files.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';
import { addFlight, addLoggedFlight, BEFORE_ALL_JOBS, inMinutes, logOf } from './support/flight-logs.ts';
import { acceptJob, jobIn, postJob } from './support/jobs.ts';

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
    const response = await client.put(paths.profile(), profile);
    expect(expectView(response, 200, userView)).toEqual({ ...user, ...profile, flightHours: 99.25 });
    expect(expectView(await client.get(paths.currentUser()), 200, userView).flightHours).toBe(99.25);
  });

  it('does not change missing hours, clears empty hours, and ignores the hours of a client', async () => {
    const [{ user, client }, other] = [
      await createUser(server, 'pilot', { flightHours: 12 }),
      await createUser(server, 'client'),
    ];
    const { name, email } = user;
    const hoursAfter = async (change: object, on = client) =>
      expectView(await on.put(paths.profile(), { name, email, ...change }), 200, userView).flightHours;
    expect(await hoursAfter({})).toBe(12);
    expect(await hoursAfter({ flightHours: '' })).toBeNull();
    expect(await hoursAfter({ email: other.user.email, flightHours: 5 }, other.client)).toBeNull();
  });

  it('[ROLE-4] refuses a role, an id and a username, and returns the messages of the form', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const { email } = user;
    for (const extra of [{ role: 'client' }, { id: 1 }, { username: 'other' }])
      expectError(
        await client.put(paths.profile(), { name: 'A', email, ...extra }),
        400,
        'validation_failed',
      );
    const wrong = await client.put(paths.profile(), { name: ' \u200b', email: 'a' });
    expect(expectError(wrong, 400, 'validation_failed').errors).toEqual([
      { path: 'name', message: 'Name is required' },
      { path: 'email', message: 'Invalid email address' },
    ]);
    expect(expectView(await client.get(paths.currentUser()), 200, userView)).toEqual(user);
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
    const response = await client.post(paths.profileImage(), { imageData: dataUrl(await png(800, 400)) });
    const { profileImage } = expectView(response, 200, userView);
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
    const response = await client.post(paths.profileImage(), { imageData: dataUrl(photo, 'image/jpeg') });
    const image = await imageOf(expectView(response, 200, userView));
    expect(image).toMatchObject({ format: 'webp', width: 50 });
    expect([image.exif, image.xmp, image.iptc]).toEqual([undefined, undefined, undefined]);
  });

  it('has the orientation of the photo', async () => {
    const { client } = await createUser(server, 'client');
    const photo = await sharp(await png(60, 30))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const response = await client.post(paths.profileImage(), { imageData: dataUrl(photo, 'image/jpeg') });
    expect(await imageOf(expectView(response, 200, userView))).toMatchObject({ width: 30, height: 60 });
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
    const response = await client.post(paths.profileImage(), { imageData: dataUrl(animation, 'image/gif') });
    const image = await imageOf(expectView(response, 200, userView));
    expect(image).toMatchObject({ width: 40, height: 40 });
    expect(image.pages ?? 1).toBe(1);
  });

  const SVG = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>',
  );
  it('[UPLOAD-11] refuses no image, a forged one and one with too many pixels', async () => {
    const { client } = await createUser(server, 'client');
    const truncated = await sharp(await png(500, 500))
      .jpeg()
      .toBuffer();
    const images = {
      'an SVG': dataUrl(SVG, 'image/svg+xml'),
      'an SVG with the type PNG': dataUrl(SVG),
      'a PDF': dataUrl(PDF),
      'no base64': 'data:image/png;base64,****',
      'a remote image': 'https://example.com/a.png',
      'too many pixels': dataUrl(await png(8000, 8000)),
      'a PNG with a forged size': dataUrl(withForgedSize(await png(8, 8), 50_000)),
      'a truncated photo': dataUrl(truncated.subarray(0, -900)),
      'a GIF that is a script': dataUrl(Buffer.from('GIF89a/*....*/=1;alert(document.cookie)')),
      'a PNG that is a page': dataUrl(
        Buffer.from('\u0089PNG\r\n\u001a\n<script>alert(1)</script>', 'latin1'),
      ),
    };
    for (const [what, imageData] of Object.entries(images)) {
      const { status, body } = await client.post(paths.profileImage(), { imageData });
      expect({ what, status, body }).toMatchObject({ what, status: 400, body: { code: 'invalid_file' } });
    }
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
    const response = await client.post(paths.profileImage(), { imageData: dataUrl(large) });
    expectError(response, 413, 'payload_too_large');
  });
});

describe('the view of a pilot', () => {
  let owner: TestUser;
  let pilot: TestUser;
  /** The time before the signups, in milliseconds. */
  let began: number;
  beforeEach(async () => {
    began = Date.now();
    owner = await createUser(server, 'client');
    pilot = await createUser(server, 'pilot', { flightHours: 5000 });
  });

  async function read(reader: TestUser): Promise<PilotView> {
    return expectView(await reader.client.get(paths.pilot(pilot.user.id)), 200, pilotView);
  }

  /** Moves the deadline of a job, which no user may move into the past. */
  async function setDeadline(id: number, sql: string, hasTime: boolean): Promise<void> {
    await server.dataSource.query(`UPDATE jobs SET deadline = ${sql}, deadline_has_time = $2 WHERE id = $1`, [
      id,
      hasTime,
    ]);
  }

  it('[PCARD-3, PCARD-9] is shown with name, picture and the day of the signup, without claimed hours', async () => {
    const imageData = `data:image/png;base64,${(await png(8, 8)).toString('base64')}`;
    const response = await pilot.client.post(paths.profileImage(), { imageData });
    const { profileImage } = expectView(response, 200, userView);
    const { memberSince, ...view } = await read(pilot);
    expect(view).toEqual({
      id: pilot.user.id,
      name: pilot.user.name,
      profileImage,
      completedJobs: 0,
      jobsWithEvidence: 0,
      jobsOnTime: 0,
      flightMinutes: 0,
    });
    expectSince(began, memberSince);
  });

  it('[PCARD-4, PCARD-5, CALL-28] has the counts of completed and paid jobs, and the minutes of all flights that count', async () => {
    const completed = await jobIn(server, 'completed', { owner, pilot });
    await jobIn(server, 'paid', { owner, pilot });
    const running = await jobIn(server, 'in-progress', { owner, pilot });
    await addLoggedFlight(server, pilot, completed.id, logOf(), { duration: 30 });
    await addLoggedFlight(server, pilot, completed.id, logOf(), { duration: 12 });
    await addLoggedFlight(server, pilot, running.id, logOf({}, inMinutes(30)), { duration: 9 });
    await addLoggedFlight(server, pilot, running.id, logOf({}, inMinutes(1)), { duration: 8 });
    await addFlight(pilot, running.id, { duration: 7 });
    const { completedJobs, jobsWithEvidence, flightMinutes } = await read(owner);
    expect({ completedJobs, jobsWithEvidence, flightMinutes }).toEqual({
      completedJobs: 2,
      jobsWithEvidence: 1,
      // The flight of 8 minutes overlaps those of the completed job.
      flightMinutes: 58,
    });
  });

  it('[PCARD-6] has no evidence for a flight without a log, or with one that is no evidence of its job', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    await addFlight(pilot, id);
    for (const [log, count] of [
      [logOf({}, BEFORE_ALL_JOBS), 0],
      [logOf(), 1],
    ] as const) {
      await addLoggedFlight(server, pilot, id, log);
      expect((await read(owner)).jobsWithEvidence).toBe(count);
    }
  });

  it('[PCARD-7] submits a job on time within the grace, while its date lasts on Earth, and if only the completion is late', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    for (const [deadline, hasTime, jobsOnTime] of [
      [`now() + interval '1 hour'`, true, 1],
      [`now() - interval '10 minutes'`, true, 1],
      [`now() - interval '16 minutes'`, true, 0],
      [`now() - interval '35 hours'`, false, 1],
      [`now() - interval '37 hours'`, false, 0],
    ] as const) {
      await setDeadline(id, deadline, hasTime);
      expect({ deadline, jobsOnTime: (await read(owner)).jobsOnTime }).toEqual({ deadline, jobsOnTime });
    }
    const late = await jobIn(server, 'review', { owner, pilot });
    await setDeadline(late.id, 'now()', true);
    await server.dataSource.query(
      `UPDATE jobs SET status = 'completed', updated_at = now() + interval '1 day' WHERE id = $1`,
      [late.id],
    );
    expect((await read(owner)).jobsOnTime).toBe(1);
  });

  it('[PCARD-11] is for the clients of the assigned jobs only, and does not exist for a client or an unknown id', async () => {
    const other = await createUser(server, 'client');
    const { id } = await postJob(other);
    expectError(await other.client.get(paths.pilot(pilot.user.id)), 404, 'not_found');
    await acceptJob(pilot, id);
    expect((await read(other)).name).toBe(pilot.user.name);
    for (const unknown of [pilot.user.id, owner.user.id, 2_000_000_000])
      expectError(await owner.client.get(paths.pilot(unknown)), 404, 'not_found');
  });
});
