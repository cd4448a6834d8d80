/** Returns the value of a cookie in a `Cookie` header or `document.cookie`; undefined if it is missing. */
export function cookieValue(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1];
}
