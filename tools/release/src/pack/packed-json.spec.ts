import { packedJson } from './packed-json.ts';

const provenance = { contract: '1.1.0', types: 'sha256-abc', commit: 'e2a8d260' };
const sources = {
  private: true,
  scripts: { typecheck: 'tsc --noEmit' },
  name: '@dps/ui',
  version: '1.1.0',
  sideEffects: ['./src/theme.ts'],
  bin: { 'dps-release': 'src/release.ts', 'dps-build': 'bin/dps-build.mjs' },
  exports: { '.': './src/index.ts', './on/*': './src/on/*.tsx', './globals': { types: './globals.d.ts' } },
  dependencies: { '@dps/contract': '1.1.0', react: '19.3.1', yup: '1.7.1' },
  peerDependencies: { '@testing-library/react': '^16.3.0' },
  peerDependenciesMeta: { '@testing-library/react': { optional: true } },
};

it('names the compiled files of a package for modules, and the libraries of the page as peers in the range of the shell', () => {
  expect(packedJson(sources, provenance, true)).toMatchObject({
    sideEffects: ['./src/theme.js'],
    bin: { 'dps-release': 'src/release.js', 'dps-build': 'bin/dps-build.mjs' },
    exports: {
      '.': { types: './src/index.d.ts', default: './src/index.js' },
      './on/*': { types: './src/on/*.d.ts', default: './src/on/*.js' },
      './globals': { types: './globals.d.ts' },
      './package.json': './package.json',
    },
    dependencies: { yup: '1.7.1' },
    peerDependencies: { '@dps/contract': '1.1.0', react: '^19.3.0', '@testing-library/react': '^16.3.0' },
    peerDependenciesMeta: { '@testing-library/react': { optional: true } },
  });
});

it('keeps the dependencies of a tool, states the contract and the commit, and drops the fields of the workspace', () => {
  const packed = packedJson(sources, provenance, false);
  expect(packed).toMatchObject({ dependencies: sources.dependencies, provenance });
  for (const field of ['private', 'scripts']) expect(Object.keys(packed)).not.toContain(field);
});
