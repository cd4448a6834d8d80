import type { JobChangeView } from '@dps/contract';

/** A change that the API reports. */
export interface Change {
  /** The kind of a change of a job of the user; `available`: of the open jobs; `reset`: of anything. */
  kind: JobChangeView['kind'] | 'available' | 'reset';
  /** The job and its new time, if the job is one of the user. */
  job?: Pick<JobChangeView, 'jobId' | 'updatedAt'>;
}

const field = (block: string, name: string) => new RegExp(`^${name}: (.*)`, 'm').exec(block)?.[1];

/** Splits the text of a stream into the blocks that are complete, and the rest. */
export function splitBlocks(text: string): { blocks: string[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  return { blocks, rest };
}

/**
 * Reads a block of server-sent events, in the format in which the API sends them: one line for each field.
 *
 * @returns the id from which the client resumes, and the change; each undefined if the block has none
 */
export function readBlock(block: string): { id: string | undefined; change: Change | undefined } {
  const id = field(block, 'id');
  const event = field(block, 'event');
  if (event === 'available' || event === 'reset') return { id, change: { kind: event } };
  if (event !== 'job') return { id, change: undefined };
  const { kind, ...job }: JobChangeView = JSON.parse(field(block, 'data') ?? '');
  return { id, change: { kind, job } };
}
