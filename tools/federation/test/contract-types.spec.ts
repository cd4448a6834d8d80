import { compareContracts } from '../src/contract-types/compare-contracts.ts';
import type { ContractUse, Declarations } from '../src/contract-types/contract-file.ts';

const UI = '@dps/shared-contracts/ui';
const CLIENT = '@dps/shared-contracts/client';
const MODULE = '@dps/shared-contracts/module';
const use = (given: Partial<ContractUse>): ContractUse => ({
  imports: {},
  shows: [],
  provides: [],
  ...given,
});

const NOTHING = /^$/;

/** A value of the kit: what it is called, how it was declared, how it is declared, and what is said to who uses it. */
type Case = [what: string, name: string, had: string, has: string, expected: RegExp];

const VALUES: Case[] = [
  ['the same', 'same', 'function same(): string;', 'function same(): string;', NOTHING],
  ['another result', 'id', 'function id(): number;', 'function id(): string;', /'string' is not .* 'number'/],
  ['more in a result', 'user', 'function user(): { id: 1 };', 'function user(): { id: 1; age: 2 };', NOTHING],
  [
    'less in a result',
    'pilot',
    'function pilot(): { id: 1; age: 2 };',
    'function pilot(): { id: 1 };',
    /pilot of @dps\/ui does not fit: Property 'age' is missing/,
  ],
  ['a wider result', 'role', "function role(): 'a';", "function role(): 'a' | 'b';", /'"b"' is not/],
  ['a narrower result', 'tone', "function tone(): 'a' | 'b';", "function tone(): 'a';", NOTHING],
  [
    'a wider parameter',
    'pick',
    "function pick(a: 'a'): void;",
    "function pick(a: 'a' | 'b'): void;",
    NOTHING,
  ],
  [
    'a narrower parameter',
    'take',
    "function take(a: 'a' | 'b'): void;",
    "function take(a: 'a'): void;",
    /'"b"' is not assignable to type '"a"'/,
  ],
  [
    'one parameter more that is needed',
    'send',
    'function send(a: 1): void;',
    'function send(a: 1, b: 2): void;',
    /send .*provides too few arguments/,
  ],
  [
    'one more that is not',
    'post',
    'function post(a: 1): void;',
    'function post(a: 1, b?: 2): void;',
    NOTHING,
  ],
  [
    'what a callback is told',
    'each',
    'const each: (tell: (a: { id: 1; name: 2 }) => void) => void;',
    'const each: (tell: (a: { id: 1 }) => void) => void;',
    /Property 'name' is missing/,
  ],
  ['gone', 'left', 'const left: 1;', 'const right: 1;', /^left of @dps\/ui is not there\.$/],
  [
    'what leads nowhere',
    'lost',
    "{ lost } from './other.ts';",
    "{ lost } from './gone.ts';",
    /^lost .* is not there\.$/,
  ],
  [
    'an object whose function takes less',
    'api',
    'const api: { get: (a: 1 | 2) => void };',
    'const api: { get: (a: 1) => void };',
    /property 'get'.*'2' is not/,
  ],
  [
    'a prop that became required',
    'Head',
    'function Head(props: { title: string; note?: string }): null;',
    'function Head(props: { title: string; note: string }): null;',
    /Head of .*\/ui does not fit: Property 'note' is optional in type .* but required/,
  ],
  [
    'props that are taken no more',
    'Card',
    'function Card(props: { title: string; note?: string; icon?: string }): null;',
    'function Card(props: { title: string }): null;',
    /^Card of .*\/ui does not take "icon", "note"\.$/,
  ],
  [
    'a prop that came',
    'Page',
    'function Page(props: { title: string }): null;',
    'function Page(props: { title: string; note?: string }): null;',
    NOTHING,
  ],
  [
    'a class with private members',
    'Draft',
    'class Draft { #a; private b: 1; }',
    'class Draft { #a; private b: 1; }',
    /cannot be accessed/,
  ],
  ['a constant', 'WIDTH', 'const WIDTH = 400;', 'const WIDTH = 320;', NOTHING],
  ['a constant of another kind', 'GAP', 'const GAP = 8;', "const GAP = '8px';", /GAP of .* does not fit/],
  [
    'constants that were drawn anew, and more of them',
    'icons',
    "const icons: { readonly check: 'M1'; readonly names: readonly ['a'] };",
    "const icons: { readonly check: 'M2'; readonly names: readonly ['a']; readonly bell: 'M3' };",
    NOTHING,
  ],
  [
    'constants of which one is gone',
    'sizes',
    `const sizes: { readonly s: '${'1'.repeat(500)}'; readonly m: '2' };`,
    `const sizes: { readonly s: '${'1'.repeat(500)}' };`,
    /^sizes .* does not fit: Property 'm' is missing in type '\{ readonly s: "1{80,90}…' but required in type .{10,200}$/,
  ],
];

const declared = (text: string) => (text.startsWith('{') ? `export ${text}` : `export declare ${text}`);

function contract(version: string, ui: string[], client: string, module: string): Declarations {
  const files = {
    'ui/index.d.ts': ui.map(declared).join('\n'),
    'ui/other.d.ts': 'export declare const lost: 1;',
    // Not what it was in either, but one file: a class in it is one class.
    'kept.d.ts': 'export declare class Kept { #a; } export declare const mark: unique symbol;',
    'client/index.d.ts': `import { Kept, mark } from '../kept.ts'; export declare const kept: Kept; ${client}
      export declare const marked: typeof mark; export declare function Widget(request: unknown): null;`,
    'client/define-module.d.ts': module,
  };
  const entries = {
    [UI]: 'ui/index.d.ts',
    [CLIENT]: 'client/index.d.ts',
    [MODULE]: 'client/define-module.d.ts',
  };
  return { version, entries, files };
}

const HAD = contract(
  '1.0.0',
  VALUES.map(([, , had]) => had),
  `export interface WidgetProps {
    'a.same': { id: number };
    'a.shown': { id: number; note?: string };
    'a.less': { id: number; note?: string };
    'a.told': { done: () => void };
    'a.gone': { id: number };
    'a.more': { id: number };
  }`,
  'export interface ModuleDefinition { name: string; routes: { path: string }[]; widgets?: { a: 1 } }',
);
const HAS = contract(
  '1.1.0',
  VALUES.map(([, , , has]) => has),
  `export interface WidgetProps {
    'a.same': { id: number };
    'a.shown': { id: string; note?: string };
    'a.less': { id: number };
    'a.told': { done: (id: number) => void };
    'a.more': { id: number; note?: string };
  }`,
  'export interface ModuleDefinition { name: string; routes: { path: string; page: string }[]; widgets?: { b: 1 } }',
);

const OTHERS: [what: string, use: ContractUse, expected: RegExp][] = [
  ['nothing', use({}), NOTHING],
  [
    'what is declared once for both',
    use({ imports: { [CLIENT]: ['kept', 'marked', 'Widget'] }, shows: ['a.same'] }),
    NOTHING,
  ],
  ['all of an entry', use({ imports: { [UI]: ['*'] } }), /^@dps\/ui does not fit/],
  ['what it bundles itself', use({ imports: { '@dps/shared-contracts': ['anything'] } }), NOTHING],
  [
    'an entry that is gone',
    use({ imports: { '@dps/shared-contracts/ui/toast': ['toast'] } }),
    /^toast of .*\/ui\/toast is not there\.$/,
  ],
  [
    'a widget that takes something else',
    use({ shows: ['a.shown'] }),
    /^the widget a\.shown does not fit.*'number' is not/,
  ],
  ['a widget that takes less', use({ shows: ['a.less'] }), /^the widget a\.less does not take "note"\.$/],
  ['a widget that is gone', use({ shows: ['a.gone'] }), /^the widget a\.gone is not there\.$/],
  ['a widget that tells more', use({ shows: ['a.told'] }), NOTHING],
  ['a widget that takes more', use({ shows: ['a.more'] }), NOTHING],
  ['whatever widget', use({ imports: { [CLIENT]: ['Widget'] } }), /^a widget does not fit/],
  [
    'its own widget, shown with something else',
    use({ provides: ['a.shown'] }),
    /a\.shown, which it provides, does not fit/,
  ],
  ['its own widget, told less than it expects', use({ provides: ['a.told'] }), /a\.told, which it provides/],
  ['its own widget, shown with more', use({ provides: ['a.more'] }), NOTHING],
  ['its own widget, shown with less', use({ provides: ['a.less'] }), NOTHING],
  ['its own widget that nobody shows', use({ provides: ['a.gone'] }), NOTHING],
  [
    'a definition that lacks something',
    use({ imports: { [MODULE]: ['defineModule'] } }),
    /^defineModule of .*'page' is missing/,
  ],
];

const CASES = [
  ...VALUES.map(
    ([what, name, , , expected]) => [what, use({ imports: { [UI]: [name] } }), expected] as const,
  ),
  ...OTHERS,
];

describe('a module that uses', () => {
  let found: string[][] = [];
  beforeAll(async () => {
    found = await compareContracts(
      HAD,
      HAS,
      CASES.map(([, each]) => each),
    );
  });

  it.each(CASES.map(([what, , expected], i) => [what, i, expected] as const))('%s', (_what, i, expected) => {
    expect(found[i]?.join('\n')).toMatch(expected);
  });

  it('is told nothing of paths on this machine', () => {
    expect(found.flat().join('\n')).not.toMatch(/import\(|\/dist\/|IsGone/);
  });
});

it('compares nothing where nothing has changed', async () => {
  const anything = use({ imports: { [UI]: ['nowhere'] } });
  expect(await compareContracts(HAD, { ...HAD, version: '1.0.1' }, [anything])).toEqual([[]]);
});
