import { parseSync } from '@swc/core';
import { isContractEntry, shareKeyOf } from '../policy/shared-policy.ts';
import { ALL } from './contract-file.ts';

/** The run-time use of the contract by one source. */
export interface SourceUse {
  /** Imported values; `entry` is the share key. */
  imports: { entry: string; name: string }[];
  /** Names of the widgets that it shows; `*` for a computed name. */
  shows: string[];
}

/** A node of the syntax tree. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
export const child = (node: Node, key: string): Node => {
  const value = node[key];
  return isNode(value) ? value : {};
};
export const textOf = (node: Node): string | undefined =>
  typeof node['value'] === 'string' ? node['value'] : undefined;
export const partsOf = (node: Node, key: string): Node[] => {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** Returns the contract entry that a module specifier names; undefined for other packages. */
function entryOf(specifier: Node): string | undefined {
  const request = textOf(specifier);
  return request !== undefined && isContractEntry(request) ? shareKeyOf(request) : undefined;
}

/** Returns the imported name of an import or export specifier; `*` for a namespace. */
function importedName(specifier: Node): string {
  if (specifier['type'] === 'ImportSpecifier')
    return textOf(child(specifier, 'imported')) ?? textOf(child(specifier, 'local')) ?? ALL;
  if (specifier['type'] === 'ExportSpecifier') return textOf(child(specifier, 'orig')) ?? ALL;
  return specifier['type'] === 'ImportDefaultSpecifier' ? 'default' : ALL;
}

/** Returns the contract values of an `import` or `export … from`, without types. */
function staticImports(node: Node): { entry: string; name: string }[] {
  const entry = entryOf(child(node, 'source'));
  if (entry === undefined || node['typeOnly'] === true) return [];
  if (node['type'] === 'ExportAllDeclaration') return [{ entry, name: ALL }];
  return partsOf(node, 'specifiers')
    .filter((specifier) => specifier['isTypeOnly'] !== true)
    .map((specifier) => ({ entry, name: importedName(specifier) }));
}

/** Returns the import of a call such as `import('@dps/ui')`: all exports of the entry. */
function dynamicImports(node: Node): { entry: string; name: string }[] {
  if (child(node, 'callee')['type'] !== 'Import') return [];
  const entry = entryOf(child(partsOf(node, 'arguments')[0] ?? {}, 'expression'));
  return entry !== undefined ? [{ entry, name: ALL }] : [];
}

/** Returns the local names of the contract's `Widget`. */
function widgetNames(body: Node[]): Set<string> {
  const specifiers = body
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((node) => (staticImports(node).length > 0 ? partsOf(node, 'specifiers') : []));
  const named = specifiers.filter((specifier) => importedName(specifier) === 'Widget');
  return new Set(named.flatMap((specifier) => textOf(child(specifier, 'local')) ?? []));
}

function shownName(element: Node): string {
  const attribute = partsOf(element, 'attributes').find(
    (each) => each['type'] === 'JSXAttribute' && textOf(child(each, 'name')) === 'name',
  );
  const value = attribute ? child(attribute, 'value') : {};
  return value['type'] === 'StringLiteral' ? (textOf(value) ?? ALL) : ALL;
}

/** Walks the syntax tree once and adds to `use`. */
function collect(value: unknown, widgets: ReadonlySet<string>, use: SourceUse): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, widgets, use);
    return;
  }
  if (!isNode(value)) return;
  const { type, name, ...rest } = value;
  const isWidget = (node: unknown) =>
    isNode(node) && node['type'] === 'Identifier' && widgets.has(textOf(node) ?? '');
  if (type === 'ImportDeclaration' || type === 'ExportAllDeclaration')
    use.imports.push(...staticImports(value));
  else if (type === 'ExportNamedDeclaration' && isNode(value['source']))
    use.imports.push(...staticImports(value));
  else if (type === 'JSXOpeningElement' && isWidget(name)) {
    use.shows.push(shownName(value));
    collect(rest, widgets, use);
  } else if (type === 'JSXClosingElement') return;
  else if (isWidget(value)) use.shows.push(ALL);
  else {
    if (type === 'CallExpression') use.imports.push(...dynamicImports(value));
    collect(Object.values(value), widgets, use);
  }
}

/** Returns the run-time use of the contract by a TypeScript source: imports, re-exports, `import()` and widgets. */
export function sourceUse(source: string): SourceUse {
  const { body }: { body: unknown } = parseSync(source, { syntax: 'typescript', tsx: true });
  const use: SourceUse = { imports: [], shows: [] };
  collect(body, widgetNames(Array.isArray(body) ? body.filter(isNode) : []), use);
  return use;
}
