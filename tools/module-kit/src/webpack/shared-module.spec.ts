import { consumedName, packageOf, providedName } from './shared-module.ts';

it.each([
  ['consume-shared-module|default|react|^19|true|undefined|true|false|', 'react'],
  [
    'consume-shared-module|default|@dps/shared-contracts/ui/data|^1|true|/w/data.ts|true|false|',
    '@dps/shared-contracts/ui/data',
  ],
])('%s consumes %s', (identifier, name) => expect(consumedName(identifier)).toBe(name));

it.each([
  ['provide module (default) react@19.3.1 = /w/node_modules/react/index.js', 'react'],
  ['provide module (default) react/jsx-runtime@19.3.1 = /w/x.js', 'react/jsx-runtime'],
  ['provide module (default) @dps/shared-contracts/ui@1.0.0 = /w/index.ts', '@dps/shared-contracts/ui'],
])('%s provides %s', (identifier, name) => expect(providedName(identifier)).toBe(name));

it.each([
  ['/w/node_modules/react/index.js', 'react'],
  ['/w/node_modules/@mui/material/Button/Button.js', '@mui/material'],
  ['/w/node_modules/a/node_modules/@b/c/x.js', '@b/c'],
  ['C:\\w\\node_modules\\react-dom\\client.js', 'react-dom'],
  ['/w/mfe-jobs/src/module.ts', undefined],
  ['', undefined],
])('%s belongs to %s', (file, name) => expect(packageOf(file)).toBe(name));
