import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EntityManager } from 'typeorm';
import { completeRange } from '../../platform/http/byte-range.ts';
import type { FileContents } from '../job-files/content/file-contents.ts';
import { PartedContent } from '../job-files/content/parted-content.ts';
import { JobFilePart, type JobFile } from '../job-files/job-file.entity.ts';

export type ReportedFile = Pick<JobFile, 'id' | 'fileName'>;

const NAME_LENGTH = 80;

/** A name of ASCII letters, digits and few marks, with its extension. The id makes it unique. */
const nameOf = ({ id, fileName }: ReportedFile): string =>
  `${id}-${fileName.replaceAll(/[^\w.-]/gu, '_').slice(-NAME_LENGTH)}`;

/**
 * Writes files to a new folder, which only the operator's account can read. None of them can be executed. Returns their paths.
 * After a failure, there is no folder. Throws if the folder exists.
 */
export async function writeReportedFiles(
  manager: EntityManager,
  contents: FileContents,
  files: readonly ReportedFile[],
  folder: string,
): Promise<string[]> {
  await mkdir(folder, { mode: 0o700 });
  try {
    const paths: string[] = [];
    for (const file of files) {
      const parts = await manager.find(JobFilePart, { where: { fileId: file.id }, order: { part: 'ASC' } });
      const content = new PartedContent(contents, `message file ${file.id}`, parts);
      const path = join(folder, nameOf(file));
      await pipeline(
        await content.open(completeRange(content)),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      );
      paths.push(path);
    }
    return paths;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
