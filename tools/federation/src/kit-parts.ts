import { readFileSync } from 'node:fs';
import { parseSync, type ExportSpecifier } from '@swc/core';
import { kitSources } from './contract-versions.ts';
import { KIT } from './policy/shared-policy.ts';

function exportedName(specifier: ExportSpecifier): string[] {
  if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) return [];
  return [(specifier.exported ?? specifier.orig).value];
}

/** Names that a source exports as values: `export { default as Button } from …` gives `Button`. */
export function exportedNames(source: string): string[] {
  const { body } = parseSync(source, { syntax: 'typescript', tsx: true });
  return body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.specifiers.flatMap(exportedName) : [],
  );
}

/** The interface parts that the kit offers, each with the entry that has it: `Button` from `@dps/ui`. */
export function kitParts(): Map<string, string> {
  const parts = new Map<string, string>();
  for (const [entry, file] of [
    [KIT, 'index.ts'],
    [`${KIT}/data`, 'data.ts'],
  ] as const) {
    const source = readFileSync(new URL(file, kitSources), 'utf8');
    for (const name of exportedNames(source)) parts.set(name, entry);
  }
  return parts;
}
