import { parseSync } from '@swc/core';
import { isContractEntry, shareKeyOf } from '../policy/shared-policy.ts';
import { ALL } from './contract-file.ts';

/** What a source takes from the contract at run time. */
export interface SourceUse {
  /** Entry (by share key) and name of each value. */
  imports: { entry: string; name: string }[];
  /** Widgets that it shows; `*` where a name is only known at run time. */
  shows: string[];
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const within = (node: Node, key: string): Node => {
  const value = node[key];
  return isNode(value) ? value : {};
};
const textOf = (node: Node): string | undefined =>
  typeof node['value'] === 'string' ? node['value'] : undefined;
const partsOf = (node: Node, key: string): Node[] => {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** Returns the contract entry that a module specifier names; undefined for other packages. */
function entryOf(specifier: Node): string | undefined {
  const request = textOf(specifier);
  return request !== undefined && isContractEntry(request) ? shareKeyOf(request) : undefined;
}

/** The name of what an import or export statement takes; everything for a namespace. */
function takenName(specifier: Node): string {
  if (specifier['type'] === 'ImportSpecifier')
    return textOf(within(specifier, 'imported')) ?? textOf(within(specifier, 'local')) ?? ALL;
  if (specifier['type'] === 'ExportSpecifier') return textOf(within(specifier, 'orig')) ?? ALL;
  return specifier['type'] === 'ImportDefaultSpecifier' ? 'default' : ALL;
}

/** What an import or an `export … from` takes from the contract; nothing for types. */
function taken(node: Node): { entry: string; name: string }[] {
  const entry = entryOf(within(node, 'source'));
  if (entry === undefined || node['typeOnly'] === true) return [];
  if (node['type'] === 'ExportAllDeclaration') return [{ entry, name: ALL }];
  return partsOf(node, 'specifiers')
    .filter((specifier) => specifier['isTypeOnly'] !== true)
    .map((specifier) => ({ entry, name: takenName(specifier) }));
}

/** `import('@dps/ui')`, which takes whatever the entry has. */
function takenLazily(node: Node): { entry: string; name: string }[] {
  if (within(node, 'callee')['type'] !== 'Import') return [];
  const entry = entryOf(within(partsOf(node, 'arguments')[0] ?? {}, 'expression'));
  return entry !== undefined ? [{ entry, name: ALL }] : [];
}

/** What the file calls the contract's `Widget`. */
function widgetNames(body: Node[]): Set<string> {
  const specifiers = body
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap((node) => (taken(node).length > 0 ? partsOf(node, 'specifiers') : []));
  const named = specifiers.filter((specifier) => takenName(specifier) === 'Widget');
  return new Set(named.flatMap((specifier) => textOf(within(specifier, 'local')) ?? []));
}

function shownName(element: Node): string {
  const attribute = partsOf(element, 'attributes').find(
    (each) => each['type'] === 'JSXAttribute' && textOf(within(each, 'name')) === 'name',
  );
  const value = attribute ? within(attribute, 'value') : {};
  return value['type'] === 'StringLiteral' ? (textOf(value) ?? ALL) : ALL;
}

/** Walks a source once and collects into `use`. */
function collect(value: unknown, widgets: ReadonlySet<string>, use: SourceUse): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, widgets, use);
    return;
  }
  if (!isNode(value)) return;
  const { type, name, ...rest } = value;
  const isWidget = (node: unknown) =>
    isNode(node) && node['type'] === 'Identifier' && widgets.has(textOf(node) ?? '');
  if (type === 'ImportDeclaration' || type === 'ExportAllDeclaration') use.imports.push(...taken(value));
  else if (type === 'ExportNamedDeclaration' && isNode(value['source'])) use.imports.push(...taken(value));
  else if (type === 'JSXOpeningElement' && isWidget(name)) {
    use.shows.push(shownName(value));
    collect(rest, widgets, use);
  } else if (type === 'JSXClosingElement') return;
  else if (isWidget(value)) use.shows.push(ALL);
  else {
    if (type === 'CallExpression') use.imports.push(...takenLazily(value));
    collect(Object.values(value), widgets, use);
  }
}

/** Reads what a source takes from the contract at run time: by imports, re-exports and `import()`. */
export function sourceUse(source: string): SourceUse {
  const { body }: { body: unknown } = parseSync(source, { syntax: 'typescript', tsx: true });
  const use: SourceUse = { imports: [], shows: [] };
  collect(body, widgetNames(Array.isArray(body) ? body.filter(isNode) : []), use);
  return use;
}
