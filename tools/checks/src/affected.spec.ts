import { EACH_PACKAGE, stepsOf, type Package } from './affected.ts';

const STEPS = [{ name: 'lint' }, { name: 'unit', of: EACH_PACKAGE }, { name: 'openapi', of: '@dps/api' }];
const API: Package = { name: '@dps/api', folder: 'api' };
const JOBS: Package = { name: '@dps/mfe-jobs', folder: 'mfe-jobs' };

describe('the steps of the affected packages', () => {
  it.each([
    ['check the repository if no package is affected', [], 'lint'],
    ['check each package that is affected', [JOBS], 'lint unit'],
    ['check the API only if it is affected', [JOBS, API], 'lint unit openapi'],
  ])('%s', (_case, packages, expected) => {
    const names = stepsOf(STEPS, packages).map(({ name }) => name);
    expect(names.join(' ')).toBe(expected);
  });
});
