import { Suspense, use, useEffect, useState, type ComponentType } from 'react';
import type { DefaultComponentProps } from '@mui/material/OverridableComponent';
import type { SliderTypeMap } from '@mui/material/Slider';
import type { TooltipProps } from '@mui/material/Tooltip';
import { loadWhenReachable } from './load-when-reachable.ts';
import { toast } from './toast.ts';

/** The parts of MUI that no first paint needs, in one chunk. */
const importParts = async () => {
  const [slider, tooltip] = await Promise.all([
    import(/* webpackChunkName: "parts" */ '@mui/material/Slider'),
    import(/* webpackChunkName: "parts" */ '@mui/material/Tooltip'),
  ]);
  return { Slider: slider.default, Tooltip: tooltip.default };
};

type Parts = Awaited<ReturnType<typeof importParts>>;

let parts: Parts | undefined;
let loading: Promise<Parts> | undefined;
/** The load of a shown slider, which waits while the server is unreachable. */
let showing: Promise<Parts> | undefined;

/**
 * Loads the code of sliders and tooltips.
 *
 * @throws if the code does not load; the next call loads it again
 */
export function loadDeferredParts(): Promise<Parts> {
  loading ??= importParts().then(
    (loaded) => (parts = loaded),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function showParts(): Promise<Parts> {
  showing ??= loadWhenReachable(loadDeferredParts, toast).catch((error: unknown) => {
    showing = undefined;
    throw error;
  });
  return showing;
}

function LoadedSlider<Value extends number | readonly number[]>(
  props: DefaultComponentProps<SliderTypeMap<'span', object, Value>>,
) {
  // A function of any kind of value takes the same properties as each of MUI's four.
  const { Slider: MuiSlider }: { Slider: ComponentType } = parts ?? use(showParts());
  return <MuiSlider {...props} />;
}

/** The height of a slider, in px. */
const room = <span style={{ display: 'block', height: '1.875rem' }} />;

/** A slider, with empty room of its height until its code has loaded. */
export function Slider<Value extends number | readonly number[]>(
  props: DefaultComponentProps<SliderTypeMap<'span', object, Value>>,
) {
  return (
    <Suspense fallback={room}>
      <LoadedSlider {...props} />
    </Suspense>
  );
}

/** An element with a tooltip. Until the code of tooltips has loaded, the element alone. */
export function Tooltip(props: TooltipProps) {
  const [loaded, setLoaded] = useState(parts);
  useEffect(() => {
    // Without its code, the element works as before. The next element with a tooltip loads it again.
    if (!loaded) loadDeferredParts().then(setLoaded, () => undefined);
  }, [loaded]);
  return loaded ? <loaded.Tooltip {...props} /> : props.children;
}
