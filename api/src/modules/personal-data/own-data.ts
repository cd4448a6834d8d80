import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { writeJson, type FilePurpose } from '@dps/contract';
import { completeRange } from '../../platform/http/byte-range.ts';
import { FileContents } from '../job-files/content/file-contents.ts';
import { PartedContent, type StoredPart } from '../job-files/content/parted-content.ts';
import type { PersonalTable } from './personal-table.ts';
import { PERSONAL } from './personal-tables.ts';

const ROWS_AT_A_TIME = 50;
const LARGEST_ID = 2_147_483_647;

export interface ExportedFile {
  /** Path in the archive. */
  path: string;
  /** True for a content that a compression makes smaller. */
  compress: boolean;
  /** Throws `not_found` for a lost content, or `unavailable`. */
  open: () => Promise<Readable>;
}

const PICTURE = 'SELECT profile_image AS picture FROM users WHERE id = $1 AND profile_image IS NOT NULL';
const FILES = `
  SELECT id, purpose, file_name AS "fileName" FROM job_files
  WHERE uploaded_by = $1 AND completed_at IS NOT NULL AND id > $2 ORDER BY id LIMIT ${ROWS_AT_A_TIME}`;
const PARTS = `
  SELECT part, size, content_store AS "contentStore", content_key AS "contentKey", content_sha256 AS "contentSha256"
  FROM job_file_parts WHERE file_id = $1 ORDER BY part`;

interface FileRow {
  id: number;
  purpose: FilePurpose;
  fileName: string;
}

/** The rows of a table as JSON, and their key. `$2` is the key before the page. */
function pageOf(name: string, { rows, key, exported }: PersonalTable): string {
  const columns = exported.map((column) => `"${column}"`).join(', ');
  if (key === null)
    return `SELECT row_to_json(page) AS json, ${LARGEST_ID} AS key
      FROM (SELECT ${columns} FROM ${name} WHERE ${rows} AND ${LARGEST_ID} > $2::integer) AS page`;
  return `SELECT row_to_json(page) AS json, page."${key}" AS key
    FROM (
      SELECT ${columns} FROM ${name} WHERE ${rows} AND "${key}" > $2 ORDER BY "${key}" LIMIT ${ROWS_AT_A_TIME}
    ) AS page`;
}

const README = [
  'This archive has the data about you that Drone Pilot Surveys stores, as JSON.',
  'Times have their offset from UTC. Amounts are US dollars, and cents in the details of mails.',
  'Passwords, secrets and technical values are left out. The page /privacy says how long data is kept.',
  '',
  ...PERSONAL.flatMap(([name, { about, exported }]) =>
    exported.length === 0 ? [] : [`${name}.json: ${about}`],
  ),
  'lost-files.json: files whose content is lost, if there are any.',
  '',
].join('\n');

/** A name of a file without separators of folders. The id makes it unique. */
const pathOf = ({ id, purpose, fileName }: FileRow) =>
  `files/${purpose}s/${id}-${fileName.toWellFormed().replaceAll(/[/\\]/g, '_')}`;

/** Reads all data about a user. Only one page of rows, or a part of a file, is in memory at a time. */
@Injectable()
export class OwnData {
  constructor(
    private readonly database: DataSource,
    private readonly contents: FileContents,
  ) {}

  /** Yields the files of an export: the rows of each table, then the contents. */
  async *filesOf(userId: number): AsyncGenerator<ExportedFile, void> {
    yield text('README.txt', [README]);
    for (const [name, table] of PERSONAL)
      if (table.exported.length > 0) yield text(`${name}.json`, this.json(userId, name, table));
    yield* this.picture(userId);
    yield* this.jobFiles(userId);
  }

  private async *json(userId: number, name: string, table: PersonalTable): AsyncGenerator<string, void> {
    let separator = '[\n';
    for await (const { json } of this.pages<{ json: object; key: number }>(pageOf(name, table), userId)) {
      yield separator + writeJson(json);
      separator = ',\n';
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n';
  }

  private async *picture(userId: number): AsyncGenerator<ExportedFile, void> {
    const [row] = await this.database.query<{ picture: Buffer }[]>(PICTURE, [userId]);
    if (row) yield file('files/picture.webp', () => Promise.resolve(Readable.from([row.picture])));
  }

  private async *jobFiles(userId: number): AsyncGenerator<ExportedFile, void> {
    for await (const row of this.pages<FileRow>(FILES, userId, 'id')) {
      const open = async () => {
        const parts = await this.database.query<StoredPart[]>(PARTS, [row.id]);
        const content = new PartedContent(this.contents, `${row.purpose} ${row.id}`, parts);
        return content.open(completeRange(content));
      };
      yield file(pathOf(row), open);
    }
  }

  /** Yields all rows of a statement, which returns those behind a key. */
  private async *pages<Row extends object>(
    statement: string,
    userId: number,
    key: 'id' | 'key' = 'key',
  ): AsyncGenerator<Row, void> {
    for (let last = 0; ;) {
      const rows = await this.database.query<Row[]>(statement, [userId, last]);
      yield* rows;
      const next: unknown = Reflect.get(rows.at(-1) ?? {}, key);
      if (typeof next !== 'number' || rows.length < ROWS_AT_A_TIME) return;
      last = next;
    }
  }
}

function text(path: string, content: Iterable<string> | AsyncIterable<string>): ExportedFile {
  return { path, compress: true, open: () => Promise.resolve(Readable.from(content, { objectMode: false })) };
}

/** Uploaded files are already compressed. */
function file(path: string, open: ExportedFile['open']): ExportedFile {
  return { path, compress: false, open };
}
