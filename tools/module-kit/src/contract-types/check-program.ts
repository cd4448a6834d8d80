import { CONTRACT, importPathOf, KIT_ENTRIES, shareKeyOf } from '../policy/shared-policy.ts';
import { ALL, type ContractUse, type Declarations } from './contract-file.ts';

/**
 * Helper types at the start of every check program.
 *
 * - `Dropped`: keys of the old type that the new type does not have. TypeScript reports excess props only for object
 *   literals, so an assignment does not find them.
 * - `Resolved`: the type itself, or `Missing` if its declaration cannot be resolved. TypeScript gives such a type `any`,
 *   which is assignable to everything.
 * - `Widened`: the type of a constant without its literal value, so that icons and sizes may change. Function types do
 *   not change.
 * - `PropertyOf`: the type of a property, or `never` if the property does not exist.
 */
const PRELUDE = `
type Keys<T> = T extends unknown ? keyof T : never;
type Dropped<Old, New> = Exclude<Keys<Old>, Keys<New>>;
type Props<C> = C extends (props: infer P, ...rest: never[]) => unknown ? P : never;

interface Missing { missing: true }
type MissingIfAny<T> = { of: T } extends { of: 1 } ? ({ of: T } extends { of: 2 } ? Missing : T) : T;
type Resolved<T> = { of: T } extends { of: never } ? T : MissingIfAny<T>;
type EachResolved<T> = { [Name in keyof T]: Resolved<T[Name]> };

type WithoutLiteral<T> = [T] extends [string] ? string : [T] extends [number] ? number : T;
type Callable = ((...args: never[]) => unknown) | (abstract new (...args: never[]) => unknown);
type Widened<T> = T extends Callable ? T
  : T extends object ? { [Name in keyof T]: WithoutLiteral<T[Name]> } : WithoutLiteral<T>;
type EachWidened<T> = { [Name in keyof T]: Widened<T[Name]> };

type PropertyOf<T, Name> = Name extends keyof T ? T[Name] : never;`;

/** The subject of a line of the program. */
export interface Subject {
  /** `PageHeader of @dps/ui/data` */
  title: string;
  /** The meaning of an error in the line: an incompatible type, or props that the new type does not have. */
  error: 'changed' | 'dropped';
}

export interface CheckProgram {
  text: string;
  /** The subject of each line, by line number from 1. */
  subjects: ReadonlyMap<number, Subject>;
  /** Titles of the values whose entry does not exist in the new contract. */
  missing: string[];
}

/** Returns the import path of a declaration file, relative to the program. */
export type Locate = (side: 'old' | 'new', file: string) => string;

/** Share keys of the entries with `<Widget>`, and with `defineModule`, which modules bundle. */
export const CLIENT = shareKeyOf(`${CONTRACT}/client`);
const MODULE = shareKeyOf(`${CONTRACT}/module`);
const WIDGET = 'Widget';
/** A React component has a name in PascalCase; a name in capitals is a constant. */
const COMPONENT = /^[A-Z][\w$]*[a-z]/;

/** Collects the lines of a program and their subjects. */
class ProgramLines {
  readonly subjects = new Map<number, Subject>();
  readonly #lines = PRELUDE.split('\n');

  /** Adds a line that is an error if the type `source` is not assignable to `target`. */
  addAssignment(title: string, source: string, target: string): void {
    const n = this.#lines.length;
    this.#add(`declare const a${n}: ${source}; export const b${n}: ${target} = a${n};`, title, 'changed');
  }

  /** Adds a line that is an error if `oldType` has keys that `newType` does not have. */
  addDropped(title: string, oldType: string, newType: string): void {
    const n = this.#lines.length;
    this.#add(
      `declare const d${n}: Dropped<${oldType}, ${newType}>; d${n} satisfies never;`,
      title,
      'dropped',
    );
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #add(line: string, title: string, error: Subject['error']): void {
    this.#lines.push(line);
    this.subjects.set(this.#lines.length, { title, error });
  }
}

interface Contracts {
  old: Declarations;
  new: Declarations;
  locate: Locate;
}

/** The type expressions of an entry: `import('./old/client/index.ts')`. */
interface Types {
  old: string;
  new: string;
}

function typesOf({ locate, ...contracts }: Contracts, entry: string): Types | undefined {
  const files = { old: contracts.old.entries[entry], new: contracts.new.entries[entry] };
  if (files.old === undefined || files.new === undefined) return undefined;
  return { old: `import('${locate('old', files.old)}')`, new: `import('${locate('new', files.new)}')` };
}

/** Returns the title of an import: `PageHeader of @dps/ui/data`. */
const titleOf = (entry: string, name: string): string =>
  name === ALL ? importPathOf(entry) : `${name} of ${importPathOf(entry)}`;

function addValue(lines: ProgramLines, types: Types, entry: string, name: string): void {
  const title = titleOf(entry, name);
  const member = name === ALL ? '' : `['${name}']`;
  const [oldType, newType] = [`(typeof ${types.old})${member}`, `(typeof ${types.new})${member}`];
  const resolved = `Resolved<${newType}>`;
  // Its parameter depends on all widgets; `addWidgets` compares only the widgets that the module uses.
  if (entry === CLIENT && name === WIDGET) lines.addAssignment(title, resolved, '(arg: never) => unknown');
  else if (name === ALL) lines.addAssignment(title, `EachResolved<${newType}>`, `EachWidened<${oldType}>`);
  else lines.addAssignment(title, resolved, `Widened<${oldType}>`);
  if (COMPONENT.test(name)) lines.addDropped(title, `Props<${oldType}>`, `Props<${newType}>`);
}

/** Compares the props of a widget that the module shows: the new contract must accept the old props. */
function addShown(lines: ProgramLines, types: Types, name: string): void {
  const title = name === ALL ? 'a widget' : `the widget ${name}`;
  const member = name === ALL ? '' : `['${name}']`;
  const [oldProps, newProps] = [`${types.old}.WidgetProps${member}`, `${types.new}.WidgetProps${member}`];
  lines.addAssignment(title, oldProps, newProps);
  lines.addDropped(title, oldProps, newProps);
}

/**
 * Compares the props of the module's own widget: the widget must accept the new props. If the new contract does not
 * have the widget, no module shows it.
 */
function addProvided(lines: ProgramLines, types: Types, name: string): void {
  const title = `the widget ${name}, which it provides,`;
  const newProps = `PropertyOf<${types.new}.WidgetProps, '${name}'>`;
  lines.addAssignment(title, newProps, `${types.old}.WidgetProps['${name}']`);
}

function addWidgets(
  lines: ProgramLines,
  types: Types,
  { imports, shows, provides, declared = [] }: ContractUse,
): void {
  const isTyped = (name: string) => !declared.includes(name);
  const showsAny = shows.includes(ALL) || (imports[CLIENT]?.includes(WIDGET) === true && shows.length === 0);
  for (const name of showsAny ? [ALL] : shows.filter(isTyped)) addShown(lines, types, name);
  for (const name of provides.filter(isTyped)) addProvided(lines, types, name);
}

/**
 * Writes a program that compiles if a module built with the old contract works with the new one. It compares the values
 * that the shell provides, with all types in them, the props of widgets, and the module's definition. Code that a module
 * bundles may change, and so may types that these do not refer to.
 */
export function checkProgram(contracts: Contracts, use: ContractUse): CheckProgram {
  const lines = new ProgramLines();
  const missing: string[] = [];
  for (const entry of KIT_ENTRIES) {
    const types = typesOf(contracts, entry);
    for (const name of use.imports[entry] ?? []) {
      if (types) addValue(lines, types, entry, name);
      else missing.push(titleOf(entry, name));
    }
  }
  const client = typesOf(contracts, CLIENT);
  if (client) addWidgets(lines, client, use);
  const module = typesOf(contracts, MODULE);
  // The argument of `defineModule`, which the shell receives. `addWidgets` compares its widgets.
  const definition = (entry: string) => `Omit<${entry}.ModuleDefinition, 'widgets'>`;
  if (module && use.imports[MODULE])
    lines.addAssignment(titleOf(MODULE, 'defineModule'), definition(module.old), definition(module.new));
  return { text: lines.text, subjects: lines.subjects, missing };
}
