import type { Registry, RegistryRoute, Role } from '@dps/shared-contracts';
import type { Candidate } from '../candidate.ts';

/** Who visits: somebody with a role, or a guest who is not signed in. */
export type Visitor = Role | 'guest';

/** What one visitor looks at. */
export interface Walk {
  who: Visitor;
  /** Pages of others, which come first: what they bring along is not the candidate's. */
  others: string[];
  /** The page to stand on before and after the candidate's. */
  rest: string;
  /** The candidate's own pages. */
  own: string[];
}

const VISITORS: readonly Visitor[] = ['guest', 'pilot', 'client'];
/** An address that no module answers: the shell's own page. */
const NOWHERE = '/no/such/page';

function maySee(who: Visitor, { access, roles }: RegistryRoute): boolean {
  if (access === 'public') return who === 'guest' || !roles || roles.includes(who);
  if (who === 'guest') return access === 'guest';
  return access === 'user' && (!roles || roles.includes(who));
}

/** An address of a route; a part that stands for something is that something's first one in the demo data. */
const addressOf = ({ path }: RegistryRoute): string => path.replace(/:[^/]+/g, '1');

/**
 * Decides who looks at what. The pages of a module are those of its `module.json` that a visitor may see; of a shell,
 * those of every module, from and to the one that it shows where there is none.
 *
 * @param registry what runs, the candidate in it
 */
export function planWalks({ modules }: Registry, candidate: Candidate): Walk[] {
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
