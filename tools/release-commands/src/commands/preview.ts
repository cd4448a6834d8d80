import { randomUUID } from 'node:crypto';
import type { Preview } from '@dps/contract';
import { Refusal } from '@dps/release-store/refusal';
import type { ReleaseContext } from '../registry/change-registry.ts';
import { endPreview, startPreview } from '../registry/previews.ts';
import { change, SHELL } from './choose.ts';

function refuseShell(name: string): void {
  if (name === SHELL)
    throw new Refusal('The shell has no previews. Try it with a canary: canary shell <version>');
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
 * @throws Refusal if the release is not published
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
  const summary = await change(
    context,
    name,
    version,
    (registry) => startPreview(registry, name, preview, now),
    () => `preview ${name} ${version} until ${until} UTC`,
  );
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
  return change(
    context,
    name,
    undefined,
    (registry) => endPreview(registry, name, version),
    () => `end preview ${name}${version === undefined ? '' : ` ${version}`}`,
  );
}
