/**
 * Types that every check program begins with.
 *
 * - `Dropped`: names that one object may have and the other does not know. TypeScript lets a component be called with props
 *   that it ignores, unless they are written in the same place.
 * - `Sure`: the type, or one that fits nothing where it leads nowhere any more. TypeScript takes such a type for any, which
 *   fits everything, and keeps quiet about it.
 * - `Loose`: a constant without its content, so that an icon may be drawn anew and a distance may grow. What functions
 *   take and return is left as it is.
 * - `Known`: a property, or nothing where there is none.
 */
export const PRELUDE = `
type Keys<T> = T extends unknown ? keyof T : never;
type Dropped<Had, Has> = Exclude<Keys<Had>, Keys<Has>>;
type Props<C> = C extends (props: infer P, ...rest: never[]) => unknown ? P : never;

interface IsGone { gone: true }
type Unresolved<T> = { of: T } extends { of: 1 } ? ({ of: T } extends { of: 2 } ? IsGone : T) : T;
type Sure<T> = { of: T } extends { of: never } ? T : Unresolved<T>;
type EachSure<T> = { [Name in keyof T]: Sure<T[Name]> };

type Content<T> = [T] extends [string] ? string : [T] extends [number] ? number : T;
type Called = ((...given: never[]) => unknown) | (abstract new (...given: never[]) => unknown);
type Loose<T> = T extends Called ? T : T extends object ? { [Name in keyof T]: Content<T[Name]> } : Content<T>;
type EachLoose<T> = { [Name in keyof T]: Loose<T[Name]> };

type Known<T, Name> = Name extends keyof T ? T[Name] : never;`;
