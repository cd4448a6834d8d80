import { randomUUID } from 'node:crypto';
import type { Preview } from '@dps/contract';
import { CommandError } from '../store/command-error.ts';
import type { ReleaseContext } from '../registry/change-registry.ts';
import { SHELL } from '../store/entries.ts';
import { findRelease, type AnyRelease, type Part } from '../registry/parts.ts';
import { change } from './choose.ts';

/** Maximum number of current previews of one module, because each page load reads the registry. */
const MOST = 10;

function withPreviews({ previews: _former, ...part }: Part, previews: Preview[]): Part {
  return { ...part, ...(previews.length > 0 && { previews }) };
}

/**
 * Adds a preview of a release. Removes expired ones, and the earlier one of the same version.
 *
 * @param now in ms since 1970
 * @throws CommandError if the release is not published, or the module has too many previews
 */
function startPreview(part: Part, preview: Preview, now: number): Part {
  const { name, previews = [] } = part;
  findRelease<AnyRelease>(part, preview.version);
  const current = previews.filter(({ version, expires }) => version !== preview.version && expires > now);
  if (current.length >= MOST)
    throw new CommandError(
      `${name} has ${MOST} previews: ${current.map(({ version }) => version).join(', ')}. End one: preview ${name} <version> --end`,
    );
  return withPreviews(part, [...current, preview]);
}

/**
 * Ends the preview of a version, or all previews of a module.
 *
 * @throws CommandError if there is none
 */
function endPreview(part: Part, version: string | undefined): Part {
  const { name, previews = [] } = part;
  const rest = version === undefined ? [] : previews.filter((each) => each.version !== version);
  if (rest.length === previews.length)
    throw new CommandError(`${name}${version === undefined ? '' : ` ${version}`} has no preview.`);
  return withPreviews(part, rest);
}

function refuseShell(name: string): void {
  if (name === SHELL)
    throw new CommandError('The shell has no previews. Try it with a canary: canary shell <version>');
}

/** A started preview. */
interface StartedPreview extends Preview {
  summary: string;
  /** Its addresses: a query, and the complete address of each known product. */
  addresses: string[];
}

/**
 * Starts a preview of a published release for the testers of a deployment.
 *
 * @param lifetimeMs duration of its validity
 * @throws CommandError if the release is not published
 */
export async function previewRelease(
  context: ReleaseContext,
  name: string,
  version: string,
  lifetimeMs: number,
): Promise<StartedPreview> {
  refuseShell(name);
  const now = Date.now();
  const preview: Preview = { id: randomUUID(), version, expires: now + lifetimeMs };
  const until = new Date(preview.expires).toISOString().slice(0, 16).replace('T', ' ');
  const summary = await change(context, name, {
    version,
    decide: (part) => startPreview(part, preview, now),
    summaryOf: () => `preview ${name} ${version} until ${until} UTC`,
  });
  const query = `?preview=${preview.id}`;
  const addresses = context.products.urls.map((url) => new URL(`/${query}`, url).href);
  return { ...preview, summary, addresses: addresses.length > 0 ? addresses : [query] };
}

/** Ends the preview of a version, or all previews of a module. Returns a one-line summary. */
export async function stopPreview(
  context: ReleaseContext,
  name: string,
  version: string | undefined,
): Promise<string> {
  refuseShell(name);
  return change(context, name, {
    decide: (part) => endPreview(part, version),
    summaryOf: () => `end preview ${name}${version === undefined ? '' : ` ${version}`}`,
  });
}
