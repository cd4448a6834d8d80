import type { Preview, Registry } from '@dps/contract';
import { Refusal } from '@dps/release-store/refusal';
import { findModule, findRelease, withModule } from './find-module.ts';

/** Maximum number of current previews of one module, because each page load reads the registry. */
const MOST = 10;

function withPreviews(registry: Registry, name: string, previews: Preview[]): Registry {
  const { previews: _former, ...module } = findModule(registry, name);
  return withModule(registry, { ...module, ...(previews.length > 0 && { previews }) });
}

/**
 * Adds a preview of a release. Removes expired ones, and the earlier one of the same version.
 *
 * @param now in ms since 1970
 * @throws Refusal if the release is not published, or the module has too many previews
 */
export function startPreview(registry: Registry, name: string, preview: Preview, now: number): Registry {
  const module = findModule(registry, name);
  findRelease(module, preview.version);
  const current = (module.previews ?? []).filter(
    ({ version, expires }) => version !== preview.version && expires > now,
  );
  if (current.length >= MOST)
    throw new Refusal(
      `${name} has ${MOST} previews: ${current.map(({ version }) => version).join(', ')}. End one: preview ${name} <version> --end`,
    );
  return withPreviews(registry, name, [...current, preview]);
}

/**
 * Ends the preview of a version, or all previews of a module.
 *
 * @throws Refusal if there is none
 */
export function endPreview(registry: Registry, name: string, version: string | undefined): Registry {
  const { previews = [] } = findModule(registry, name);
  const rest = version === undefined ? [] : previews.filter((each) => each.version !== version);
  if (rest.length === previews.length)
    throw new Refusal(`${name}${version === undefined ? '' : ` ${version}`} has no preview.`);
  return withPreviews(registry, name, rest);
}
