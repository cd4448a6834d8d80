import { Injectable, Logger } from '@nestjs/common';
import {
  Handles,
  type Attempt,
  type BackgroundHandler,
} from '../../../platform/background/background-work.ts';
import { FileContents } from './file-contents.ts';
import { UnclaimedContents } from './unclaimed-contents.ts';

const AT_A_TIME = 20;

/** Removes contents that no row names: those of deleted jobs and interrupted uploads. */
@Injectable()
@Handles('content-sweep')
export class ContentSweep implements BackgroundHandler {
  private readonly log = new Logger(ContentSweep.name);

  constructor(
    private readonly contents: FileContents,
    private readonly unclaimed: UnclaimedContents,
  ) {}

  /** Removes the due contents and counts them. If a store fails, its contents are left for the next sweep. */
  async run({ signal }: Pick<Attempt, 'signal'>): Promise<{ removed: number }> {
    let removed = 0;
    while (!signal.aborted) {
      const due = await this.unclaimed.lease(AT_A_TIME);
      if (due.length === 0) break;
      for (const place of due) {
        if (signal.aborted) break;
        await this.contents.remove(place).then(
          () => (removed += 1),
          (error: unknown) => this.log.warn(`A content could not be removed: ${String(error)}`),
        );
      }
    }
    if (removed > 0) this.log.log(`Removed ${removed} contents that no row names`);
    return { removed };
  }
}
