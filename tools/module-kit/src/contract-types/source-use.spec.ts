import { sourceUse } from './source-use.ts';

const UI = '@dps/ui';
const CLIENT = '@dps/contract/client';
const SHOW = `import { Widget } from '${CLIENT}';`;

describe('the imports of a source', () => {
  it.each<[string, string, string[]]>([
    ['values', `import { Button, Stack as Column } from '${UI}';`, ['ui Button', 'ui Stack']],
    ['a namespace', `import * as ui from '${UI}';`, ['ui *']],
    ['a default', `import ui from '${UI}';`, ['ui default']],
    ['an import()', `const page = () => import('${UI}');`, ['ui *']],
    ['re-exports', `export { Button as Knopf } from '${UI}';`, ['ui Button']],
    ['a re-export of all', `export * from '${UI}';`, ['ui *']],
    ['a re-export of a namespace', `export * as ui from '${UI}';`, ['ui *']],
    ['values in a list with types', `import { Button, type ButtonProps } from '${UI}';`, ['ui Button']],
    ['types', `import type { User } from '${CLIENT}'; export type { User } from '${CLIENT}';`, []],
    ['the main entry', `import { ROLES } from '@dps/contract';`, [' ROLES']],
    ['other packages', `import { useState } from 'react'; import { a } from '@dps/ui-of-others';`, []],
    ['an entry of the kit', `import { Modal } from '${UI}/data';`, ['ui/data Modal']],
    ['no imports', `export const a = 1; export { a as b };`, []],
  ])('include %s', (_case, source, expected) => {
    const imports = sourceUse(source).imports.map(({ entry, name }) => `${entry.slice(22)} ${name}`);
    expect(imports).toEqual(expected);
  });
});

describe('the widgets that a source shows', () => {
  it.each<[string, string, string[]]>([
    ['a literal name', `${SHOW} const a = <Widget name="pay.dialog" props={{}} />;`, ['pay.dialog']],
    [
      'widgets inside other elements',
      `${SHOW} const a = <p><Widget name="a.b" props={{ of: <Widget name="c.d" /> }}>…</Widget></p>;`,
      ['a.b', 'c.d'],
    ],
    [
      'a renamed import',
      `import { Widget as Part } from '${CLIENT}'; const a = <Part name="a.b" />;`,
      ['a.b'],
    ],
    ['a computed name', `${SHOW} const a = (name) => <Widget name={name} props={{}} />;`, ['*']],
    ['Widget as a value', `${SHOW} const a = createElement(Widget, { name: 'a.b' });`, ['*']],
    ['a Widget that is not of the contract', `const a = <Widget name="a.b" />;`, []],
  ])('are found for %s', (_case, source, expected) => {
    expect(sourceUse(source).shows).toEqual(expected);
  });
});
