import { cohortSeed } from '@dps/shared-contracts';
import { rememberCohort } from './remember-cohort.ts';

describe('the cohort of a browser', () => {
  it('is that of who signed in last', () => {
    document.cookie = 'dps_cohort=0f8e-11; Path=/';
    rememberCohort(7);
    expect(cohortSeed(document.cookie)).toBe('user-7');
    rememberCohort(8);
    expect(cohortSeed(document.cookie)).toBe('user-8');
  });
});
