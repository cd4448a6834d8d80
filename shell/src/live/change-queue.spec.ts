import { JOB_EVENT_KINDS } from '@dps/contract';
import { SHARES, THREADS } from '@dps/contract/client';
import { tagsOf, type Tag } from './change-queue.ts';
import { readBlock, splitBlocks, type Change } from './event-stream.ts';

const at = (second: number) => `2026-11-01T09:00:0${second}.000Z`;
const change = (kind: Change['kind'], second = 5): Change => ({
  kind,
  job: { jobId: 7, updatedAt: at(second) },
});

describe('the data that a change makes outdated', () => {
  it.each<[Change, readonly Tag[]]>([
    [{ kind: 'reset' }, ['Job', 'AvailableJobs', 'FlightRecord', THREADS]],
    [{ kind: 'available' }, ['AvailableJobs']],
    [{ kind: 'threads' }, [THREADS]],
    [{ kind: 'shares' }, [SHARES]],
    [change('accepted'), ['Job', 'AvailableJobs']],
    [change('released'), ['Job', 'AvailableJobs']],
    [change('pilot-removed'), ['Job', 'AvailableJobs']],
    [change('flight-added'), ['Job', 'FlightRecord']],
    [change('flight-log'), ['Job', 'FlightRecord']],
    [change('payment'), ['Job']],
  ])('%j', (given, tags) => {
    expect(tagsOf(given, {})).toEqual(tags);
  });

  it.each([...JOB_EVENT_KINDS, 'withdrawn', 'opened', 'share'] as const)(
    '[EVENT-13] contains the jobs for %s',
    (kind) => {
      expect(tagsOf(change(kind), {})).toContain('Job');
    },
  );

  it.each([
    ['[EVENT-19] is none for an own change', change('progress'), 5, []],
    ['is none for a change before an own one', change('status', 4), 5, []],
    ['is there for a change after an own one', change('status', 6), 5, ['Job']],
    ['is there for a change whose mutation does not return the job', change('edited'), 5, ['Job']],
    ['is there for a change that does not change the time of the job', change('file-added'), 5, ['Job']],
    ['is there for work that the client has opened', change('opened'), 5, ['Job']],
  ])('%s', (_what, given, ownAt, tags) => {
    expect(tagsOf(given, { 7: { updatedAt: at(ownAt) }, 8: { updatedAt: at(9) } })).toEqual(tags);
  });
});

describe('a stream of events', () => {
  it('is split into complete blocks', () => {
    expect(splitBlocks('id: 1\n\n:\n\nid: 2\nev')).toEqual({ blocks: ['id: 1', ':'], rest: 'id: 2\nev' });
  });

  it.each([
    [
      `id: 12\nevent: job\ndata: {"jobId":7,"updatedAt":"${at(5)}","kind":"edited"}`,
      { id: '12', change: change('edited') },
    ],
    ['id: 13\nevent: available\ndata: {}', { id: '13', change: { kind: 'available' } }],
    ['id: 13\nevent: threads\ndata: {}', { id: '13', change: { kind: 'threads' } }],
    ['event: shares\ndata: {}', { id: undefined, change: { kind: 'shares' } }],
    ['event: reset\ndata: {}', { id: undefined, change: { kind: 'reset' } }],
    ['id: 14', { id: '14', change: undefined }],
    ['id: 15\nid: 14\nevent: of-a-later-api\ndata: x', { id: '15', change: undefined }],
    ['retry: 2000', { id: undefined, change: undefined }],
    [':', { id: undefined, change: undefined }],
  ])('has the block %j', (block, expected) => {
    expect(readBlock(block)).toEqual(expected);
  });
});
