import type { Registry, RegistryRoute, Role } from '@dps/contract';
import type { Candidate } from '../product/trial-registry.ts';

/** A visitor: a user with a role, or a guest without a session. */
export type Visitor = Role | 'guest';

/** The pages that one visitor opens. */
export interface PlannedVisit {
  who: Visitor;
  /** Pages of other modules. They come first, because their side effects are not the candidate's. */
  others: string[];
  /** The page before and after the candidate's pages. */
  rest: string;
  /** The candidate's own pages. */
  own: string[];
}

const VISITORS: readonly Visitor[] = ['guest', 'pilot', 'client'];
/** An address of no module. The shell shows its own page there. */
const NOWHERE = '/no/such/page';

function maySee(who: Visitor, { access, roles }: RegistryRoute): boolean {
  if (access === 'public') return who === 'guest' || !roles || roles.includes(who);
  if (who === 'guest') return access === 'guest';
  return access === 'user' && (!roles || roles.includes(who));
}

/** Returns an address of a route. Parameters become 1, the first record of the demo data. */
const addressOf = ({ path }: RegistryRoute): string => path.replace(/:[^/]+/g, '1');

/** Returns the visit without the pages of other modules. */
export const withoutOthers = (visit: PlannedVisit): PlannedVisit => ({ ...visit, others: [], rest: NOWHERE });

/**
 * Plans the pages of each visitor. For a module, these are its pages in `module.json` that the visitor may see. For a
 * shell, these are the pages of all modules, with the page of an unknown address before and after.
 *
 * @param registry the active registry with the candidate
 */
export function planVisits({ modules }: Registry, candidate: Candidate): PlannedVisit[] {
  const name = candidate.kind === 'shell' ? null : candidate.release.name;
  const pagesOf = (who: Visitor, isOwn: boolean): string[] =>
    modules
      .filter((module) => (name === null || module.name === name) === isOwn)
      .flatMap(({ stable, releases }) => releases[stable]?.routes ?? [])
      .filter((route) => maySee(who, route))
      .map(addressOf);
  return VISITORS.flatMap((who) => {
    const others = pagesOf(who, false);
    const own = pagesOf(who, true);
    return own.length > 0 || name === null ? [{ who, others, rest: others.at(-1) ?? NOWHERE, own }] : [];
  });
}
