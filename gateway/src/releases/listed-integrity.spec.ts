import { integrityOf } from '@dps/release/store/integrity';
import { moduleFiles, registryOf, SHELL_FILES, shellRelease } from '@dps/release/store/testing/releases';
import { listedIntegrity } from './listed-integrity.ts';

const MAIN = integrityOf(SHELL_FILES['assets/main.0a0a0a0a.js']);
const registry = { ...registryOf(['jobs']), previousShell: { ...shellRelease(), base: '/shell/0.9.0/' } };

describe('listedIntegrity', () => {
  it.each([
    ['shell/1.0.0/assets/main.0a0a0a0a.js', MAIN],
    ['shell/0.9.0/assets/main.0a0a0a0a.js', MAIN],
    [
      'modules/jobs/1.0.0/assets/page.1b1b1b1b.js',
      integrityOf(moduleFiles('jobs')['assets/page.1b1b1b1b.js']),
    ],
    ['modules/jobs/1.0.0/assets/page.1b1b1b1b.js.br', undefined],
    ['modules/jobs/1.0.1/assets/page.1b1b1b1b.js', undefined],
    ['modules/jobs/1.0.0/constructor', undefined],
    ['registry.json', undefined],
  ])('for %s returns %s', (path, expected) => {
    expect(listedIntegrity(registry, path)).toBe(expected);
  });
});
