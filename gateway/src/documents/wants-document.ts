/**
 * Whether a GET asks for a document rather than for a file: browsers say so when they navigate; programs that take
 * anything (curl, health checks) mean a document unless they name a file.
 *
 * @param accept the request's Accept header
 * @param pathname the path of its address
 */
export function wantsDocument(accept: string | undefined, pathname: string): boolean {
  if (accept?.includes('text/html')) return true;
  const anything = accept === undefined || /^\*\/\*(;|,|$)/.test(accept);
  return anything && !pathname.slice(pathname.lastIndexOf('/')).includes('.');
}
