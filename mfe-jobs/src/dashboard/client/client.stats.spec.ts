import type { JobStatus } from '@dps/contract';
import { totalsOf } from '../../job/job-totals.ts';
import { clientStats } from './client.stats.ts';
import { sampleJob } from '../../testing/samples.ts';

describe('clientStats', () => {
  it.each<[JobStatus, number, number, number]>([
    ['pending', 1, 0, 0],
    ['in-progress', 1, 0, 0],
    ['review', 0, 0, 0],
    ['completed', 0, 1, 125_050],
    ['paid', 0, 0, 125_050],
  ])(
    '[CDASH-3, CDASH-4, CDASH-5] counts a %s job: active %i, completed %i, invested %i cents',
    (status, active, completed, invested) => {
      const stats = clientStats(totalsOf([sampleJob({ status, budget: 125_050 })]));
      expect(stats).toEqual({ active, completed, invested });
    },
  );
});
