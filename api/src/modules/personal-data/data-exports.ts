import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  FinalFailure,
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../platform/background/background-work.ts';
import {
  beginAttempt,
  completeExport,
  failExport,
  isExhausted,
  isLast,
  releaseAttempt,
  type ExportAttempt,
} from './data-export.attempt.ts';
import { DataExportParts } from './data-export.parts.ts';
import { OwnData, type ExportedFile } from './own-data.ts';
import { zipArchive } from './zip-archive.ts';

/** Makes the exports that users have requested, one at a time in each process. An attempt starts from the beginning. */
@Injectable()
@Handles('data-export')
export class DataExports implements BackgroundHandler {
  constructor(
    private readonly database: DataSource,
    private readonly data: OwnData,
    private readonly parts: DataExportParts,
  ) {}

  async run({ rowId, signal }: Attempt): Promise<undefined> {
    const attempt = await beginAttempt(this.database, rowId);
    if (!attempt) return;
    try {
      if (isExhausted(attempt)) throw new Error('the process has ended during all attempts');
      await this.make(attempt, signal);
    } catch (error) {
      if (signal.aborted) await releaseAttempt(this.database, attempt);
      else if (isLast(attempt)) {
        await failExport(this.database, attempt);
        throw new FinalFailure(`${String(error)}; its user has to request it again`, { cause: error });
      }
      throw error;
    }
  }

  private async make(attempt: ExportAttempt, signal: AbortSignal): Promise<void> {
    await this.parts.store(attempt, zipArchive(unlessAborted(this.data.filesOf(attempt.userId), signal)));
    await completeExport(this.database, attempt);
  }
}

async function* unlessAborted(
  files: AsyncIterable<ExportedFile>,
  signal: AbortSignal,
): AsyncGenerator<ExportedFile, void> {
  for await (const file of files) {
    signal.throwIfAborted();
    yield file;
  }
}
