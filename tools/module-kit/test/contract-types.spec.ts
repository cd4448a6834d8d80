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

/** A value of the kit: its old and its new declaration, and the sentence for a module that uses it. */
type Case = [title: string, oldText: string, newText: string, expected: RegExp];

const VALUES: Case[] = [
  ['an unchanged function', 'function same(): string;', 'function same(): string;', NOTHING],
  ['another result type', 'function id(): number;', 'function id(): string;', /'string' is not .* 'number'/],
  [
    'a result with a new property',
    'function user(): { id: 1 };',
    'function user(): { id: 1; age: 2 };',
    NOTHING,
  ],
  [
    'a result without a property',
    'function pilot(): { id: 1; age: 2 };',
    'function pilot(): { id: 1 };',
    /pilot of @dps\/ui does not fit: Property 'age' is missing/,
  ],
  ['a wider result', "function role(): 'a';", "function role(): 'a' | 'b';", /'"b"' is not/],
  ['a narrower result', "function tone(): 'a' | 'b';", "function tone(): 'a';", NOTHING],
  ['a wider parameter', "function pick(a: 'a'): void;", "function pick(a: 'a' | 'b'): void;", NOTHING],
  [
    'a narrower parameter',
    "function take(a: 'a' | 'b'): void;",
    "function take(a: 'a'): void;",
    /'"b"' is not assignable to type '"a"'/,
  ],
  [
    'a new required parameter',
    'function send(a: 1): void;',
    'function send(a: 1, b: 2): void;',
    /send .*provides too few arguments/,
  ],
  ['a new optional parameter', 'function post(a: 1): void;', 'function post(a: 1, b?: 2): void;', NOTHING],
  [
    'a callback parameter without a property',
    'const each: (callback: (a: { id: 1; name: 2 }) => void) => void;',
    'const each: (callback: (a: { id: 1 }) => void) => void;',
    /Property 'name' is missing/,
  ],
  ['a removed value', 'const left: 1;', 'const right: 1;', /^left of @dps\/ui is not there\.$/],
  [
    'a re-export of a removed file',
    "{ lost } from './other.ts';",
    "{ lost } from './gone.ts';",
    /^lost .* is not there\.$/,
  ],
  [
    'an object with a narrower function parameter',
    'const api: { get: (a: 1 | 2) => void };',
    'const api: { get: (a: 1) => void };',
    /property 'get'.*'2' is not/,
  ],
  [
    'a prop that became required',
    'function Head(props: { title: string; note?: string }): null;',
    'function Head(props: { title: string; note: string }): null;',
    /Head of .*\/ui does not fit: Property 'note' is optional in type .* but required/,
  ],
  [
    'removed props',
    'function Card(props: { title: string; note?: string; icon?: string }): null;',
    'function Card(props: { title: string }): null;',
    /^Card of .*\/ui does not take "icon", "note"\.$/,
  ],
  [
    'a new optional prop',
    'function Page(props: { title: string }): null;',
    'function Page(props: { title: string; note?: string }): null;',
    NOTHING,
  ],
  [
    'a class with private members',
    'class Draft { #a; private b: 1; }',
    'class Draft { #a; private b: 1; }',
    /cannot be accessed/,
  ],
  ['a constant with another value', 'const WIDTH = 400;', 'const WIDTH = 320;', NOTHING],
  ['a constant of another type', 'const GAP = 8;', "const GAP = '8px';", /GAP of .* does not fit/],
  [
    'an object of constants with another value and a new property',
    "const icons: { readonly check: 'M1'; readonly names: readonly ['a'] };",
    "const icons: { readonly check: 'M2'; readonly names: readonly ['a']; readonly bell: 'M3' };",
    NOTHING,
  ],
  [
    'an object of constants without a property',
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
    // Both contracts have this file, so the program contains its class once.
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

const OLD = contract(
  '1.0.0',
  VALUES.map(([, oldText]) => oldText),
  `export interface WidgetProps {
    'a.same': { id: number };
    'a.shown': { id: number; note?: string };
    'a.less': { id: number; note?: string };
    'a.called': { done: () => void };
    'a.gone': { id: number };
    'a.more': { id: number };
  }`,
  'export interface ModuleDefinition { name: string; routes: { path: string }[]; widgets?: { a: 1 } }',
);
const NEW = contract(
  '1.1.0',
  VALUES.map(([, , newText]) => newText),
  `export interface WidgetProps {
    'a.same': { id: number };
    'a.shown': { id: string; note?: string };
    'a.less': { id: number };
    'a.called': { done: (id: number) => void };
    'a.more': { id: number; note?: string };
  }`,
  'export interface ModuleDefinition { name: string; routes: { path: string; page: string }[]; widgets?: { b: 1 } }',
);

const OTHERS: [title: string, use: ContractUse, expected: RegExp][] = [
  ['no value', use({}), NOTHING],
  [
    'values of an unchanged file',
    use({ imports: { [CLIENT]: ['kept', 'marked', 'Widget'] }, shows: ['a.same'] }),
    NOTHING,
  ],
  ['a namespace import', use({ imports: { [UI]: ['*'] } }), /^@dps\/ui does not fit/],
  ['an entry that it bundles', use({ imports: { '@dps/shared-contracts': ['anything'] } }), NOTHING],
  [
    'a removed entry',
    use({ imports: { '@dps/shared-contracts/ui/toast': ['toast'] } }),
    /^toast of .*\/ui\/toast is not there\.$/,
  ],
  [
    'a widget with another prop type',
    use({ shows: ['a.shown'] }),
    /^the widget a\.shown does not fit.*'number' is not/,
  ],
  ['a widget with a removed prop', use({ shows: ['a.less'] }), /^the widget a\.less does not take "note"\.$/],
  ['a removed widget', use({ shows: ['a.gone'] }), /^the widget a\.gone is not there\.$/],
  ['a widget with a new callback parameter', use({ shows: ['a.called'] }), NOTHING],
  ['a widget with a new optional prop', use({ shows: ['a.more'] }), NOTHING],
  ['any widget', use({ imports: { [CLIENT]: ['Widget'] } }), /^a widget does not fit/],
  [
    'its own widget with another prop type',
    use({ provides: ['a.shown'] }),
    /a\.shown, which it provides, does not fit/,
  ],
  [
    'its own widget with a new callback parameter',
    use({ provides: ['a.called'] }),
    /a\.called, which it provides/,
  ],
  ['its own widget with a new optional prop', use({ provides: ['a.more'] }), NOTHING],
  ['its own widget with a removed prop', use({ provides: ['a.less'] }), NOTHING],
  ['its own widget after its removal', use({ provides: ['a.gone'] }), NOTHING],
  [
    'a definition with a new required property',
    use({ imports: { [MODULE]: ['defineModule'] } }),
    /^defineModule of .*'page' is missing/,
  ],
];

/** Returns the use of the value that a text declares. */
function valueOf(text: string): ContractUse {
  const [, name = ''] = /(?:function|const|class|\{) (\w+)/.exec(text) ?? [];
  return use({ imports: { [UI]: [name] } });
}
const CASES = [
  ...VALUES.map(([title, oldText, , expected]) => [title, valueOf(oldText), expected] as const),
  ...OTHERS,
];

describe('the incompatibilities of a module', () => {
  let found: string[][] = [];
  beforeAll(async () => {
    found = await compareContracts(
      OLD,
      NEW,
      CASES.map(([, each]) => each),
    );
  });

  it.each(CASES.map(([title, , expected], i) => [title, i, expected] as const))(
    'are reported for %s',
    (_title, i, expected) => {
      expect(found[i]?.join('\n')).toMatch(expected);
    },
  );

  it('contain no local paths', () => {
    expect(found.flat().join('\n')).not.toMatch(/import\(|\/dist\/|'Missing'/);
  });
});

it('skips the comparison if the declarations are equal', async () => {
  const unknown = use({ imports: { [UI]: ['nowhere'] } });
  expect(await compareContracts(OLD, { ...OLD, version: '1.0.1' }, [unknown])).toEqual([[]]);
});

it('accepts a new error code of the API, which the types of the store contain', async () => {
  const withCodes = (codes: string): Declarations => ({
    version: '1.0.0',
    entries: { [CLIENT]: 'client/index.d.ts' },
    files: {
      'error-codes.d.ts': `export type ErrorCode = ${codes};\n`,
      'client/index.d.ts':
        "import type { ErrorCode } from '../error-codes.ts';\nexport declare const store: { on: (code: ErrorCode) => ErrorCode };\n",
    },
  });
  const module = use({ imports: { [CLIENT]: ['store'] } });
  const found = await compareContracts(withCodes("'a' | 'new'"), withCodes("'a'"), [module]);
  expect(found).toEqual([[]]);
});
