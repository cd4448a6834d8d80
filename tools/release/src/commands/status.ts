import { array, number, object, string } from 'yup';
import type { Registry } from '@dps/contract';
import { shareText } from '../registry/choose-release.ts';
import { shellPart, type Part } from '../registry/parts.ts';
import { readSigned, type ReadContext } from '../registry/read-registry.ts';
import { notCompared, servedBy, servedProblems, type Served } from '../registry/served-registry.ts';
import { emptyText, type ReleaseStore } from '../store/release-store.ts';

/** Number of changes in the status. */
const HISTORY_LENGTH = 10;

const entry = object({
  revision: number().required(),
  at: string().required(),
  by: string().required(),
  /** The teams whose modules changed. */
  owner: string(),
  /** Identifier of the key that signed the change. */
  key: string(),
  summary: string().required(),
});
const entries = array(entry.required()).required();
type Entry = ReturnType<typeof entries.validateSync>[number];

export interface Status {
  registry: Registry | undefined;
  /** The last changes, the newest first. */
  history: Entry[];
  /** The registries that the gateways serve. */
  served: Served[];
}

/** Returns the last changes, the newest first. */
export async function historyOf(store: ReleaseStore, length = HISTORY_LENGTH): Promise<Entry[]> {
  const revisions = (await store.listFiles('history'))
    .map((file) => Number(/(\d+)\.json$/.exec(file)?.[1]))
    .toSorted((one, other) => other - one)
    .slice(0, length);
  const texts = await Promise.all(revisions.map((revision) => store.readFile(`history/${revision}.json`)));
  return entries.validateSync(texts.map((text) => JSON.parse(text?.toString() ?? '')));
}

/** Reads the active releases and the last changes. */
export async function readStatus(context: ReadContext): Promise<Status> {
  const { registry } = await readSigned(context);
  return { registry, history: await historyOf(context.store), served: await servedBy(context.products) };
}

function partLine(part: Part): string {
  const { name, owner, stable, inactive, lastGood, canary, releases } = part;
  const previews = (part.previews ?? []).filter(({ expires }) => expires > Date.now());
  const others = Object.keys(releases).filter(
    (version) => ![stable, canary?.version, lastGood].includes(version),
  );
  return [
    `  ${name.padEnd(16)} ${inactive ? 'inactive' : 'stable'} ${stable}`,
    canary ? `canary ${canary.version} (${shareText(canary)})` : '',
    previews.length > 0 ? `previews ${previews.map(({ version }) => version).join(', ')}` : '',
    lastGood === undefined ? '' : `last good ${lastGood}`,
    others.length > 0 ? `also ${others.join(', ')}` : '',
    owner === undefined ? '' : `owner ${owner}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function servedLine(served: Served, revision: number): string[] {
  const problems = servedProblems([served], revision);
  return problems.length > 0 ? problems : [`Served by ${served.url}`];
}

/** Minutes by which the clocks of two machines may differ. */
const CLOCK_MINUTES = 5;

/** Returns a warning about a change that is dated in the future. */
const laterText = (when: string): string =>
  Date.parse(when) > Date.now() + CLOCK_MINUTES * 60_000
    ? '  Warning: this time is in the future. Correct the clock of the machine that made the change.'
    : '';

/** Formats a status as text. */
export function statusText({ registry, history, served }: Status, store: ReleaseStore): string {
  if (!registry) return emptyText(store);
  const { revision, modules } = registry;
  return [
    `Revision ${revision}`,
    ...[shellPart(registry), ...modules].map(partLine),
    ...served.flatMap((each) => servedLine(each, revision)),
    ...notCompared(served),
    ...(history.length > 0 ? ['Last changes'] : []),
    ...(history[0]?.revision === revision ? [] : [`  ${revision}  is missing in the history`]),
    ...history.map(
      ({ revision: at, at: when, by, owner, summary }) =>
        `  ${at}  ${when}  ${by}${owner === undefined ? '' : ` (${owner})`}  ${summary}${laterText(when)}`,
    ),
  ].join('\n');
}
