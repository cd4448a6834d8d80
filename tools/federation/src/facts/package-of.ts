/** Returns the innermost package of node_modules that contains a file; undefined for other files. */
export function packageOf(file: string): string | undefined {
  const parts = file.replaceAll('\\', '/').split('/node_modules/');
  return parts.length > 1 ? /^(?:@[^/]+\/)?[^/]+/.exec(parts.at(-1) ?? '')?.[0] : undefined;
}
