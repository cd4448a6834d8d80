/** The value of a cookie out of a `Cookie` header or `document.cookie`; undefined where there is none of that name. */
export function cookieValue(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}
