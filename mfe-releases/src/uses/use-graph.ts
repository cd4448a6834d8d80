import type { ReleaseUse } from '@dps/contract';

/** One link: a release uses a widget of another module, or an entry of the contract. */
export interface UseLink {
  /** `jobs 1.1.0` */
  release: string;
  /** `payments.pay-dialog` or `@dps/ui/data` */
  part: string;
  kind: 'widget' | 'contract';
  /** Imported names of the contract; `*` means all. Empty for a widget. */
  names: string[];
}

/** Returns the links of all releases, those of one module if it is given: its own, and those to its widgets. */
export function linksOf(uses: readonly ReleaseUse[], module?: string): UseLink[] {
  return uses.flatMap(({ module: user, version, imports, shows }) => {
    const release = `${user} ${version}`;
    const all = [
      ...shows.map((part): UseLink => ({ release, part, kind: 'widget', names: [] })),
      ...Object.entries(imports).map(([part, names]): UseLink => ({
        release,
        part,
        kind: 'contract',
        names,
      })),
    ];
    if (module === undefined || user === module) return all;
    return all.filter(({ part, kind }) => kind === 'widget' && part.startsWith(`${module}.`));
  });
}

/** A labelled end of links, in px from the top. */
export interface Node {
  label: string;
  y: number;
}

export interface UseGraph {
  releases: Node[];
  parts: (Node & { kind: UseLink['kind'] })[];
  lines: { key: string; kind: UseLink['kind']; from: number; to: number; width: number }[];
  height: number;
}

/** Distance of two labels, in px. */
const ROW = 28;

const spread = (count: number, height: number) => (index: number) => ((index + 0.5) * height) / count;

/** Returns the positions of a graph: releases on one side, widgets and entries of the contract on the other. */
export function graphOf(links: readonly UseLink[]): UseGraph {
  const releases = [...new Set(links.map(({ release }) => release))];
  const kinds = new Map(
    links
      .toSorted((one, other) => other.kind.localeCompare(one.kind) || one.part.localeCompare(other.part))
      .map(({ part, kind }) => [part, kind] as const),
  );
  const height = ROW * Math.max(releases.length, kinds.size);
  const [left, right] = [spread(releases.length, height), spread(kinds.size, height)];
  const releaseAt = new Map(releases.map((label, index) => [label, left(index)]));
  const partAt = new Map([...kinds.keys()].map((label, index) => [label, right(index)]));
  return {
    releases: [...releaseAt].map(([label, y]) => ({ label, y })),
    parts: [...kinds].map(([label, kind]) => ({ label, kind, y: partAt.get(label) ?? 0 })),
    lines: links.map(({ release, part, kind, names }) => ({
      key: `${release} ${part}`,
      kind,
      from: releaseAt.get(release) ?? 0,
      to: partAt.get(part) ?? 0,
      width: 1 + Math.min(4, Math.log2(1 + names.length) / 1.5),
    })),
    height,
  };
}
