import { sourceUse } from './source-use.ts';

const UI = '@dps/ui';
const CLIENT = '@dps/shared-contracts/client';
const SHOW = `import { Widget } from '${CLIENT}';`;

describe('what a source takes from the contract', () => {
  it.each<[string, string, string[]]>([
    ['values', `import { Button, Stack as Column } from '${UI}';`, ['ui Button', 'ui Stack']],
    ['a namespace', `import * as ui from '${UI}';`, ['ui *']],
    ['a default', `import ui from '${UI}';`, ['ui default']],
    ['an import() of all', `const page = () => import('${UI}');`, ['ui *']],
    ['re-exports', `export { Button as Knopf } from '${UI}';`, ['ui Button']],
    ['a re-export of all', `export * from '${UI}';`, ['ui *']],
    ['a re-export of all as one', `export * as ui from '${UI}';`, ['ui *']],
    ['values beside types', `import { Button, type ButtonProps } from '${UI}';`, ['ui Button']],
    ['types', `import type { User } from '${CLIENT}'; export type { User } from '${CLIENT}';`, []],
    ['the root', `import { ROLES } from '@dps/shared-contracts';`, [' ROLES']],
    ['others', `import { useState } from 'react'; import { a } from '@dps/ui-of-others';`, []],
    ['an entry of the kit', `import { Modal } from '${UI}/data';`, ['ui/data Modal']],
    ['nothing', `export const a = 1; export { a as b };`, []],
  ])('is %s', (_what, source, expected) => {
    const taken = sourceUse(source).imports.map(({ entry, name }) => `${entry.slice(22)} ${name}`);
    expect(taken).toEqual(expected);
  });
});

describe('the widgets that a source shows', () => {
  it.each<[string, string, string[]]>([
    ['by name', `${SHOW} const a = <Widget name="pay.dialog" props={{}} />;`, ['pay.dialog']],
    [
      'inside others',
      `${SHOW} const a = <p><Widget name="a.b" props={{ of: <Widget name="c.d" /> }}>…</Widget></p>;`,
      ['a.b', 'c.d'],
    ],
    [
      'under another name',
      `import { Widget as Part } from '${CLIENT}'; const a = <Part name="a.b" />;`,
      ['a.b'],
    ],
    ['by a name that is found out', `${SHOW} const a = (name) => <Widget name={name} props={{}} />;`, ['*']],
    ['by handing it on', `${SHOW} const a = createElement(Widget, { name: 'a.b' });`, ['*']],
    ['not where it is its own', `const a = <Widget name="a.b" />;`, []],
  ])('are found %s', (_how, source, expected) => {
    expect(sourceUse(source).shows).toEqual(expected);
  });
});
