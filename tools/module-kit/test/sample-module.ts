import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Inside the repository, so that builds find the packages of the workspace; git ignores `dist`. */
const SAMPLES = path.join(import.meta.dirname, '../dist');

/** Content of the sample's module.json. */
export const MANIFEST = JSON.stringify({
  name: 'sample',
  title: 'Sample',
  owner: 'Samples',
  origins: ['https://samples.example'],
  contract: '^1.0.0 || ^2.0.0',
  routes: [
    { path: '/sample', title: 'Sample', access: 'user', page: 'src/SamplePage.tsx' },
    { path: '/sample/other', title: 'Other', access: 'public', page: 'src/OtherPage.tsx' },
  ],
  navigation: [],
  widgets: [{ name: 'sample.card', source: 'src/Card.tsx' }],
});

const FILES: Record<string, string> = {
  'package.json': JSON.stringify({ name: '@another-team/sample', version: '1.2.3', type: 'module' }),
  'module.json': MANIFEST,
  'tsconfig.json': JSON.stringify({
    extends: '../../../../tsconfig.browser.json',
    compilerOptions: { types: ['@dps/module-kit/globals'] },
    include: ['src'],
  }),
  'src/module.ts': `
    import { defineModule } from '@dps/contract/module';
    export default defineModule({
      name: __MODULE_NAME__,
      version: __MODULE_VERSION__,
      routes: [
        { path: '/sample', lazy: () => import('./SamplePage.tsx') },
        { path: '/sample/other', lazy: () => import('./OtherPage.tsx') },
      ],
      widgets: { 'sample.card': () => import('./Card.tsx') },
    });`,
  'src/widget-props/sample.ts': `
    // Without this import, TypeScript does not find the module that is declared below.
    import type {} from '@dps/contract/client';
    declare module '@dps/contract/client' {
      interface WidgetProps { 'sample.card': object }
    }`,
  'src/SamplePage.tsx': `
    import { Typography } from '@dps/ui';
    export default function SamplePage() { return <Typography>The sample page</Typography>; }`,
  'src/OtherPage.tsx': `export default function OtherPage() { return <p>The other page</p>; }`,
  'src/Card.tsx': `export default function Card() { return <p>The card</p>; }`,
};

/** Writes a small module; `changes` replaces or adds files. */
export function sampleModule(changes: Record<string, string> = {}): { dir: string; remove: () => void } {
  mkdirSync(SAMPLES, { recursive: true });
  const dir = mkdtempSync(path.join(SAMPLES, 'sample-'));
  for (const [name, content] of Object.entries({ ...FILES, ...changes })) {
    const file = path.join(dir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
