/** The package of node_modules that a file or a request belongs to, the innermost one. */
export function packageOf(file: string): string | undefined {
  const parts = file.replaceAll('\\', '/').split('/node_modules/');
  return parts.length > 1 ? /^(?:@[^/]+\/)?[^/]+/.exec(parts.at(-1) ?? '')?.[0] : undefined;
}
