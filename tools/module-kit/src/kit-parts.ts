import { readFileSync } from 'node:fs';
import { parseSync, type ExportSpecifier } from '@swc/core';
import { KIT } from './policy/shared-policy.ts';

function exportedName(specifier: ExportSpecifier): string[] {
  if (specifier.type !== 'ExportSpecifier' || specifier.isTypeOnly) return [];
  return [(specifier.exported ?? specifier.orig).value];
}

/** Returns the names of the values that a source exports: `Button` for `export { default as Button } from …`. */
export function exportedNames(source: string): string[] {
  const { body } = parseSync(source, { syntax: 'typescript', tsx: true });
  return body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.specifiers.flatMap(exportedName) : [],
  );
}

/** Returns the components that the kit exports, each with its entry: `Button` with `@dps/ui`. */
export function kitParts(): Map<string, string> {
  const parts = new Map<string, string>();
  for (const entry of [KIT, `${KIT}/data`]) {
    const source = readFileSync(new URL(import.meta.resolve(entry)), 'utf8');
    for (const name of exportedNames(source)) parts.set(name, entry);
  }
  return parts;
}
