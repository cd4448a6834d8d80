/**
 * Helper types at the start of every check program.
 *
 * - `Dropped`: keys of the old type that the new type does not have. TypeScript reports excess props only for object
 *   literals, so an assignment does not find them.
 * - `Resolved`: the type itself, or `Missing` if its declaration cannot be resolved. TypeScript gives such a type `any`,
 *   which is assignable to everything.
 * - `Widened`: the type of a constant without its literal value, so that icons and sizes may change. Function types do
 *   not change.
 * - `PropertyOf`: the type of a property, or `never` if the property does not exist.
 */
export const PRELUDE = `
type Keys<T> = T extends unknown ? keyof T : never;
type Dropped<Old, New> = Exclude<Keys<Old>, Keys<New>>;
type Props<C> = C extends (props: infer P, ...rest: never[]) => unknown ? P : never;

interface Missing { missing: true }
type MissingIfAny<T> = { of: T } extends { of: 1 } ? ({ of: T } extends { of: 2 } ? Missing : T) : T;
type Resolved<T> = { of: T } extends { of: never } ? T : MissingIfAny<T>;
type EachResolved<T> = { [Name in keyof T]: Resolved<T[Name]> };

type WithoutLiteral<T> = [T] extends [string] ? string : [T] extends [number] ? number : T;
type Callable = ((...args: never[]) => unknown) | (abstract new (...args: never[]) => unknown);
type Widened<T> = T extends Callable ? T
  : T extends object ? { [Name in keyof T]: WithoutLiteral<T[Name]> } : WithoutLiteral<T>;
type EachWidened<T> = { [Name in keyof T]: Widened<T[Name]> };

type PropertyOf<T, Name> = Name extends keyof T ? T[Name] : never;`;
