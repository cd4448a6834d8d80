import { affectedPackages, NoBase } from '../src/affected.ts';

const foldersAffectedBy = async (...files: string[]) =>
  (await affectedPackages('--files', files.join(','))).map(({ folder }) => folder);

describe('the packages that a change affects', () => {
  it('are the package alone if no other package imports it', async () => {
    expect(await foldersAffectedBy('mfe-jobs/src/module.ts')).toEqual(['mfe-jobs']);
  });

  it('include the packages that depend on the changed one', async () => {
    const folders = await foldersAffectedBy('shared-contracts/src/server/index.ts');
    expect(folders).toEqual(expect.arrayContaining(['shared-contracts', 'mfe-jobs', 'api', 'tools/checks']));
  });

  it('are none for a document', async () => {
    expect(await foldersAffectedBy('README.md')).toEqual([]);
  });

  it('are all packages for the settings of the tests', async () => {
    const folders = await foldersAffectedBy('jest.config.mjs');
    expect(folders).toEqual(expect.arrayContaining(['mfe-payments', 'gateway', 'e2e/other-tool']));
  });

  it('are unknown if the base is no commit', async () => {
    await expect(affectedPackages('--base', 'no-such-branch')).rejects.toThrow(NoBase);
  });
});
