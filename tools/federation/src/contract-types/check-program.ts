import { CONTRACT, importPathOf, KIT_ENTRIES } from '../policy/shared-policy.ts';
import { ALL, type ContractUse, type Declarations } from './contract-file.ts';
import { PRELUDE } from './prelude.ts';

/** What a line of the program compares. */
export interface Subject {
  /** `PageHeader of @dps/ui/data` */
  title: string;
  /** What an error in it means: another type, or names of an object that nobody knows any more. */
  means: 'changed' | 'dropped';
}

export interface CheckProgram {
  text: string;
  /** What each line of the text compares, counted from 1. */
  subjects: ReadonlyMap<number, Subject>;
  /** What is missing with its whole entry, so that there is nothing to compare. */
  gone: string[];
}

/** Where the declarations of an entry are, seen from the program. */
export type Locate = (side: 'had' | 'has', file: string) => string;

const CLIENT = `${CONTRACT}/client`;
const MODULE = `${CONTRACT}/module`;
const WIDGET = 'Widget';
const DEFINE = 'defineModule';
/** As React tells components from other values; names in capitals are constants. */
const COMPONENT = /^[A-Z][\w$]*[a-z]/;

/** The lines of a program under way. */
class Lines {
  readonly subjects = new Map<number, Subject>();
  readonly #lines = PRELUDE.split('\n');

  /** Has TypeScript say whether what is `given` can stand where `wanted` is expected. */
  addAssignment(title: string, given: string, wanted: string): void {
    const n = this.#lines.length;
    this.#add(`declare const a${n}: ${given}; export const b${n}: ${wanted} = a${n};`, title, 'changed');
  }

  /** Has TypeScript name what `had` may have and `has` does not know. */
  addDropped(title: string, had: string, has: string): void {
    const n = this.#lines.length;
    this.#add(`declare const d${n}: Dropped<${had}, ${has}>; d${n} satisfies never;`, title, 'dropped');
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #add(line: string, title: string, means: Subject['means']): void {
    this.#lines.push(line);
    this.subjects.set(this.#lines.length, { title, means });
  }
}

interface Side {
  had: Declarations;
  has: Declarations;
  locate: Locate;
}

/** How the types of an entry are written: `import('./had/client/index.ts')`. */
interface Types {
  had: string;
  has: string;
}

function typesOf({ had, has, locate }: Side, entry: string): Types | undefined {
  const files = { had: had.entries[entry], has: has.entries[entry] };
  if (files.had === undefined || files.has === undefined) return undefined;
  return { had: `import('${locate('had', files.had)}')`, has: `import('${locate('has', files.has)}')` };
}

/** What `defineModule` is given goes to the shell; its widgets are compared one by one. */
function addDefinition(lines: Lines, { had, has }: Types, title: string): void {
  const definition = (types: string) => `Omit<${types}.ModuleDefinition, 'widgets'>`;
  lines.addAssignment(title, definition(had), definition(has));
}

/** Names what a module imports as its source does: `PageHeader of @dps/ui/data`. */
const titleOf = (entry: string, name: string): string =>
  name === ALL ? importPathOf(entry) : `${name} of ${importPathOf(entry)}`;

function addValue(lines: Lines, types: Types, entry: string, name: string): void {
  const title = titleOf(entry, name);
  const member = name === ALL ? '' : `['${name}']`;
  const [had, has] = [`(typeof ${types.had})${member}`, `(typeof ${types.has})${member}`];
  const sure = `Sure<${has}>`;
  // What these take has to fit for the widgets that a module has or shows, not for all there are.
  if (entry === CLIENT && (name === WIDGET || name === DEFINE)) {
    lines.addAssignment(title, sure, '(given: never) => unknown');
    if (name === DEFINE) addDefinition(lines, types, title);
    return;
  }
  if (name === ALL) lines.addAssignment(title, `EachSure<${has}>`, `EachLoose<${had}>`);
  else lines.addAssignment(title, sure, `Loose<${had}>`);
  if (COMPONENT.test(name)) lines.addDropped(title, `Props<${had}>`, `Props<${has}>`);
}

/** What a module hands to a widget that it shows has to be what the shell passes on. */
function addShown(lines: Lines, { had, has }: Types, name: string): void {
  const title = name === ALL ? 'a widget' : `the widget ${name}`;
  const member = name === ALL ? '' : `['${name}']`;
  const [given, taken] = [`${had}.WidgetProps${member}`, `${has}.WidgetProps${member}`];
  lines.addAssignment(title, given, taken);
  lines.addDropped(title, given, taken);
}

/** What others hand to a widget has to be what it was made for; one that the shell does not know is shown by nobody. */
function addProvided(lines: Lines, { had, has }: Types, name: string): void {
  const title = `the widget ${name}, which it provides,`;
  lines.addAssignment(title, `Known<${has}.WidgetProps, '${name}'>`, `${had}.WidgetProps['${name}']`);
}

function addWidgets(lines: Lines, types: Types, { imports, shows, provides }: ContractUse): void {
  const showsAny = shows.includes(ALL) || (imports[CLIENT]?.includes(WIDGET) === true && shows.length === 0);
  for (const name of showsAny ? [ALL] : shows) addShown(lines, types, name);
  for (const name of provides) addProvided(lines, types, name);
}

/**
 * Writes a program that TypeScript accepts where a module that uses the contract as it was (`had`) works with the
 * contract as it is (`has`). Compared is what crosses from one to the other while a page runs: values of the entries that
 * the shell brings, with every type in them; props of widgets; the module's definition. What a module bundles itself, and
 * types that nothing of that mentions, may change.
 */
export function checkProgram(side: Side, use: ContractUse): CheckProgram {
  const lines = new Lines();
  const gone: string[] = [];
  for (const entry of KIT_ENTRIES) {
    const types = typesOf(side, entry);
    for (const name of use.imports[entry] ?? []) {
      if (types) addValue(lines, types, entry, name);
      else gone.push(titleOf(entry, name));
    }
  }
  const client = typesOf(side, CLIENT);
  if (client) addWidgets(lines, client, use);
  const definition = typesOf(side, MODULE);
  if (definition && use.imports[MODULE]) addDefinition(lines, definition, `${DEFINE} of ${MODULE}`);
  return { text: lines.text, subjects: lines.subjects, gone };
}
