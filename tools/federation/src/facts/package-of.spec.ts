import { packageOf } from './package-of.ts';

it.each([
  ['/w/node_modules/react/index.js', 'react'],
  ['/w/node_modules/@mui/material/Button/Button.js', '@mui/material'],
  ['/w/node_modules/a/node_modules/@b/c/x.js', '@b/c'],
  ['C:\\w\\node_modules\\react-dom\\client.js', 'react-dom'],
  ['/w/mfe-jobs/src/module.ts', undefined],
  ['', undefined],
])('%s belongs to %s', (file, name) => expect(packageOf(file)).toBe(name));
