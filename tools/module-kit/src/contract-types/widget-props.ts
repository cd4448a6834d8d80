import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { BuildFailure } from '../build-failure.ts';
import type { FrontendPackage } from '../package-context.ts';
import { CONTRACT, isContractEntry } from '../policy/shared-policy.ts';
import { WIDGET_PROPS } from './contract-file.ts';
import { child, isNode, partsOf, textOf, type Node } from './source-use.ts';

/** The props of widgets that their owners declare. */
export interface WidgetProps {
  /** The text of each file, by the owner. */
  widgets: Record<string, string>;
  /** Names of the declared widgets. */
  declared: string[];
}

const PLATFORM = /^(react$|@dps\/ui(\/|$))/;
const TYPES = new Set(['TsInterfaceDeclaration', 'TsTypeAliasDeclaration']);

/** Returns whether a statement has types alone that also resolve in the copy of another module. */
function isPortable(statement: Node): boolean {
  const { type } = statement;
  if (type === 'ImportDeclaration') {
    const request = textOf(child(statement, 'source')) ?? '';
    return statement['typeOnly'] === true && (isContractEntry(request) || PLATFORM.test(request));
  }
  if (type === 'ExportDeclaration') return isPortable(child(statement, 'declaration'));
  return TYPES.has(String(type)) || isAugmentation(statement);
}

const isAugmentation = (statement: Node): boolean =>
  statement['type'] === 'TsModuleDeclaration' &&
  textOf(child(statement, 'id')) === `${CONTRACT}/client` &&
  partsOf(child(statement, 'body'), 'body').every(({ type }) => TYPES.has(String(type)));

/** Returns the properties of `interface WidgetProps` in `declare module '@dps/contract/client'`. */
function declaredNames(body: readonly Node[]): string[] {
  return body
    .filter(isAugmentation)
    .flatMap((each) => partsOf(child(each, 'body'), 'body'))
    .filter((each) => textOf(child(each, 'id')) === 'WidgetProps')
    .flatMap((each) => partsOf(child(each, 'body'), 'body'))
    .map((property) => textOf(child(property, 'key')) ?? '');
}

function namesIn(file: string, owner: string, text: string): string[] {
  const { body: parsed }: { body: unknown } = parseSync(text, { syntax: 'typescript' });
  const body = Array.isArray(parsed) ? parsed.filter(isNode) : [];
  if (!body.every(isPortable))
    throw new BuildFailure(
      `${file} has more than types of widgets`,
      `Other modules copy this file. Keep to types, declare module '${CONTRACT}/client', and type imports of the contract, the kit and React.`,
    );
  const names = declaredNames(body);
  const foreign = names.find((name) => !name.startsWith(`${owner}.`));
  if (foreign === undefined) return names;
  throw new BuildFailure(
    `${file} declares the widget ${foreign}`,
    `Declare only widgets of ${owner} there: their names start with "${owner}.".`,
  );
}

/**
 * Reads the props of widgets that modules declare themselves: those of the module's own widgets, and copies of the files of
 * others.
 *
 * @throws BuildFailure if a file has more than types, or widgets of another module
 */
export function readWidgetProps(pkg: FrontendPackage): WidgetProps {
  const folder = path.join(pkg.dir, WIDGET_PROPS);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : [];
  const found = files.toSorted().map((file) => {
    const owner = file.slice(0, -'.ts'.length);
    const text = readFileSync(path.join(folder, file), 'utf8');
    return { owner, text, names: namesIn(`${WIDGET_PROPS}/${file}`, owner, text) };
  });
  const declared = found.flatMap(({ names }) => names);
  if (pkg.role === 'module') {
    const provided = new Set<string>(pkg.manifest.widgets.map(({ name }) => name));
    const missing = declared.find((name) => name.startsWith(`${pkg.name}.`) && !provided.has(name));
    if (missing !== undefined)
      throw new BuildFailure(`module.json does not list the widget ${missing}`, 'Add it to "widgets".');
  }
  return { widgets: Object.fromEntries(found.map(({ owner, text }) => [owner, text])), declared };
}
