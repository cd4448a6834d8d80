import { encode } from 'uqr';
import { styled } from '@dps/ui';

/** The white edge that readers need, in modules. */
const QUIET_ZONE = 4;

// Readers need dark modules on a light ground, also in the dark scheme.
const Picture = styled('svg')({
  display: 'block',
  width: '12rem',
  maxWidth: '100%',
  alignSelf: 'center',
  backgroundColor: 'white',
  color: 'black',
  forcedColorAdjust: 'none',
});

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Picture viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={modules.join('')} fill="currentColor" />
    </Picture>
  );
}
