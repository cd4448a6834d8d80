import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { copyIn, int32, type BinaryRow } from '../src/platform/database/copy-in.ts';
import { cloneTemplate, dropDatabase } from './support/template.ts';

const SERVER = process.env.TEST_SERVER_URL ?? '';
const NAME = `copy_${randomUUID().replaceAll('-', '')}`;
const COPY = 'COPY parts (part, content) FROM STDIN (FORMAT binary)';

let database: DataSource;
beforeAll(async () => {
  const url = await cloneTemplate(SERVER, NAME);
  // One connection, so that each test finds it as the one before has left it.
  database = await new DataSource({ type: 'postgres', url, poolSize: 1 }).initialize();
  await database.query('CREATE TABLE parts (part integer PRIMARY KEY, content bytea)');
});
afterEach(() => database.query('DELETE FROM parts'));
afterAll(async () => {
  await database.destroy();
  await dropDatabase(SERVER, NAME);
});

const stored = () => database.query<object[]>('SELECT part, content FROM parts ORDER BY part');

async function* rowsOf(contents: readonly Buffer[], firstPart = 0): AsyncGenerator<BinaryRow> {
  for (const [index, content] of contents.entries()) yield [int32(firstPart + index), Buffer.from(content)];
}

describe('copyIn', () => {
  it('inserts rows as they are, of any size', async () => {
    const contents = [0, 1, 100, 8192, 65_536, 1_000_000].map((size) => randomBytes(size));
    await copyIn(database, COPY, rowsOf(contents));
    expect(await stored()).toEqual(contents.map((content, part) => ({ part, content })));
  });

  it('inserts no rows', async () => {
    await copyIn(database, COPY, rowsOf([]));
    expect(await stored()).toEqual([]);
  });

  it('inserts none when the rows break off', async () => {
    async function* broken() {
      yield* rowsOf([randomBytes(1_000_000)]);
      throw new Error('no more');
    }
    await expect(copyIn(database, COPY, broken())).rejects.toThrow('no more');
    expect(await stored()).toEqual([]);
  });

  it('inserts none when the database refuses one, however many follow', async () => {
    const many = Array.from({ length: 40 }, () => randomBytes(100_000));
    await copyIn(database, COPY, rowsOf([Buffer.from('first')], 1));
    await expect(copyIn(database, COPY, rowsOf(many))).rejects.toThrow('parts_pkey');
    expect(await stored()).toEqual([{ part: 1, content: Buffer.from('first') }]);
  });

  it.each(['COPY nothing FROM STDIN (FORMAT binary)', 'COPY'])(
    'fails when the statement does: %s',
    async (text) => {
      await expect(copyIn(database, text, rowsOf([randomBytes(10)]))).rejects.toThrow(/nothing|syntax/);
      expect(await stored()).toEqual([]);
    },
  );

  it('fails when the connection is lost in the middle', async () => {
    const pid = await database.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
    const other = await new DataSource({
      type: 'postgres',
      url: Reflect.get(database.options, 'url'),
      poolSize: 1,
    }).initialize();
    async function* cut() {
      yield* rowsOf([randomBytes(100_000)]);
      await other.query('SELECT pg_terminate_backend($1)', [pid[0]?.pid]);
      for (let part = 1; ; part += 1) yield* rowsOf([randomBytes(100_000)], part);
    }
    await expect(copyIn(database, COPY, cut())).rejects.toThrow(/terminat|ECONNRESET|EPIPE/);
    await other.destroy();
    expect(await stored()).toEqual([]);
  });
});
