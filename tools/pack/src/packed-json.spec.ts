import { packedJson } from './packed-json.ts';

const provenance = { contract: '1.1.0', types: 'sha256-abc', commit: 'e2a8d260' };
const sources = {
  name: '@dps/ui',
  version: '1.1.0',
  sideEffects: ['./src/theme.ts'],
  bin: { 'dps-release': 'src/release.ts', 'dps-build': 'bin/dps-build.mjs' },
  exports: { '.': './src/index.ts', './on/*': './src/on/*.tsx', './globals': { types: './globals.d.ts' } },
  dependencies: { '@dps/contract': '1.1.0', react: '19.3.1', yup: '1.7.1' },
  peerDependencies: { '@testing-library/react': '^16.3.0' },
  peerDependenciesMeta: { '@testing-library/react': { optional: true } },
};

describe('packedJson', () => {
  it('names the compiled files and their declarations', () => {
    expect(packedJson(sources, provenance, true)).toMatchObject({
      sideEffects: ['./src/theme.js'],
      bin: { 'dps-release': 'src/release.js', 'dps-build': 'bin/dps-build.mjs' },
      exports: {
        '.': { types: './src/index.d.ts', default: './src/index.js' },
        './on/*': { types: './src/on/*.d.ts', default: './src/on/*.js' },
        './globals': { types: './globals.d.ts' },
        './package.json': './package.json',
      },
    });
  });

  it('makes the libraries of the page peers of a package for modules, in the range that the shell accepts', () => {
    expect(packedJson(sources, provenance, true)).toMatchObject({
      dependencies: { yup: '1.7.1' },
      peerDependencies: { '@dps/contract': '1.1.0', react: '^19.3.0', '@testing-library/react': '^16.3.0' },
      peerDependenciesMeta: { '@testing-library/react': { optional: true } },
    });
  });

  it('keeps the dependencies of a tool', () => {
    expect(packedJson(sources, provenance, false)).toMatchObject({ dependencies: sources.dependencies });
  });

  it('states the contract, its types and the commit', () => {
    expect(packedJson(sources, provenance, false)).toMatchObject({ provenance });
  });

  it('does not contain the fields of the workspace', () => {
    const packed = packedJson({ name: 'a', version: '1.0.0' }, provenance, false);
    expect(Object.keys(packed)).not.toContain('private');
    expect(Object.keys(packed)).not.toContain('scripts');
  });
});
