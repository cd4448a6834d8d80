import { kib, type ReleaseSizes } from '@dps/module-kit/release-sizes';

/** The release before a candidate. */
export interface Predecessor {
  version: string;
  sizes: ReleaseSizes;
}

/** Maximum increase of a page without a stated budget: the larger of the two. */
const MAX_INCREASE = { share: 0.1, bytes: 5 * 1024 };

const change = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

function changed(bytes: number, before: number | undefined): string {
  return before === undefined ? '' : ` (${change.format((bytes - before) / 1024)})`;
}

/** `jobs 1.1.0: /jobs 48.2 KiB first (+1.3); 131.0 KiB in all (+1.9), compared with 1.0.0` */
export function sizeLine(title: string, { first, all }: ReleaseSizes, before?: Predecessor): string {
  const screens = Object.entries(first).map(
    ([screen, bytes]) => `${screen} ${kib(bytes)} first${changed(bytes, before?.sizes.first[screen])}`,
  );
  const total = `${kib(all)} in all${changed(all, before?.sizes.all)}`;
  const parts = screens.length > 0 ? `${screens.join(', ')}; ${total}` : total;
  return `${title}: ${parts}${before ? `, compared with ${before.version}` : ''}`;
}

/** Returns one sentence for each page whose size increases too much. */
export function sizeIncreases({ first }: ReleaseSizes, before: Predecessor): string[] {
  return Object.entries(first).flatMap(([screen, bytes]) => {
    const known = before.sizes.first[screen];
    if (known === undefined || bytes - known <= Math.max(known * MAX_INCREASE.share, MAX_INCREASE.bytes))
      return [];
    const percent = Math.round((bytes / known - 1) * 100);
    return [
      `${screen}: ${kib(bytes)} of scripts first, ${kib(bytes - known)} (${percent} %) more than ${before.version} needs. ` +
        `Load code that the first paint does not need with import(), or state the new size in module.json: ` +
        `"budget": { "first": ${Math.ceil(bytes / 1024)} }`,
    ];
  });
}
