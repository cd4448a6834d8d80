import { Suspense, use, type ComponentType, type ReactNode } from 'react';
import { loadWhenReachable } from '../load-when-reachable.ts';
import { toast } from '../toast.ts';
import type * as MuiParts from './parts.ts';

type Parts = typeof MuiParts;

let parts: Parts | undefined;
let loading: Promise<Parts> | undefined;
/** The load of an opened part, which waits while the server is unreachable. */
let opening: Promise<Parts> | undefined;

/**
 * Loads the parts of MUI that no first paint needs. The build replaces each of them by its counterpart in this file.
 *
 * @throws if the code does not load; the next call loads it again
 */
export function loadDeferredParts(): Promise<Parts> {
  loading ??= import(/* webpackChunkName: "parts" */ './parts.ts').then(
    (loaded) => (parts = loaded),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function openParts(): Promise<Parts> {
  opening ??= loadWhenReachable(loadDeferredParts, toast).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/** Creates a component that suspends until its code has loaded. */
function deferred<Props extends object>(partOf: (loaded: Parts) => ComponentType<Props>) {
  return function Deferred(props: Props) {
    const Part = partOf(parts ?? use(openParts()));
    return <Part {...props} />;
  };
}

/** Creates an overlay whose code loads when it first opens. */
function overlay<Props extends { open?: boolean }>(partOf: (loaded: Parts) => ComponentType<Props>) {
  const Part = deferred(partOf);
  return function Overlay(props: Props): ReactNode {
    if (!parts && !props.open) return null;
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

export const Dialog = overlay((loaded) => loaded.Dialog);
export const Drawer = overlay((loaded) => loaded.Drawer);
export const Menu = overlay((loaded) => loaded.Menu);
export const Popover = overlay((loaded) => loaded.Popover);
export const Popper = overlay((loaded) => loaded.Popper);

const DeferredSlider = deferred((loaded) => loaded.Slider);
/** The height of a slider, in px. */
const room = <span style={{ display: 'block', height: '1.875rem' }} />;

/** A slider, with empty room of its height until its code has loaded. */
export function Slider(props: Parameters<typeof DeferredSlider>[0]) {
  return (
    <Suspense fallback={room}>
      <DeferredSlider {...props} />
    </Suspense>
  );
}
