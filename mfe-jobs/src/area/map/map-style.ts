import { RADIUS, styled } from '@dps/ui';

const absolute = { position: 'absolute', top: 0, left: 0 } as const;
/** Text on land, water or pictures stays legible. */
const halo = (color: string) => `0 0 3px ${color}, 0 0 3px ${color}, 0 1px 2px ${color}, 0 -1px 2px ${color}`;

/** The frame of a map, with what is over it. */
export const MapFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  isolation: 'isolate',
  overflow: 'hidden',
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: RADIUS.control,
}));

/**
 * The element of a map: the rules of Leaflet's style sheet that its layers need, and the colours of the layers from the theme.
 * A release has no style sheets.
 */
export const MapCanvas = styled('div')(({ theme }) => {
  const { background, text, primary, outline, divider, error, tones } = theme.vars.palette;
  return {
    position: 'relative',
    // The layers stay below the buttons.
    zIndex: 0,
    overflow: 'hidden',
    height: 'min(420px, 60vh)',
    minHeight: 260,
    backgroundColor: tones.blue.background,
    WebkitTapHighlightColor: 'transparent',
    // With a coarse pointer, one finger scrolls the page.
    touchAction: 'pan-x pan-y',
    '&:focus-visible': { outlineOffset: -2 },
    '&.leaflet-grab': { cursor: 'grab' },
    '&[data-drawing="true"]': { cursor: 'crosshair' },
    '& .leaflet-pane, & .leaflet-tile, & .leaflet-marker-icon, & .leaflet-tile-container, & .leaflet-pane > svg, & .leaflet-layer':
      absolute,
    '& .leaflet-pane': { zIndex: 400 },
    '& .leaflet-tile-pane': { zIndex: 200 },
    '& .leaflet-marker-pane': { zIndex: 600 },
    '& .leaflet-pane svg, & .leaflet-tile': { maxWidth: 'none', maxHeight: 'none' },
    '& .leaflet-pane > svg path': { pointerEvents: 'none' },
    '& .leaflet-tile, & .leaflet-marker-icon': { userSelect: 'none' },
    '& .leaflet-tile': { visibility: 'hidden' },
    '& .leaflet-tile-loaded': { visibility: 'inherit' },
    '& .leaflet-marker-draggable': { cursor: 'move', touchAction: 'none' },
    '& .map-land': {
      fill: background.default,
      fillOpacity: 1,
      stroke: outline,
      strokeOpacity: 1,
      strokeWidth: 1,
    },
    '& .map-border': { stroke: outline, strokeOpacity: 1, strokeWidth: 1, strokeDasharray: '4 3' },
    '& .map-grid': { stroke: divider, strokeOpacity: 1, strokeWidth: 1, mixBlendMode: 'normal' },
    '& .map-area': {
      stroke: primary.main,
      strokeOpacity: 1,
      strokeWidth: 3,
      fill: primary.main,
      fillOpacity: 0.2,
    },
    '& .map-open': { stroke: primary.main, strokeOpacity: 1, strokeWidth: 3, strokeDasharray: '6 4' },
    '& .map-town span, & .map-meridian span, & .map-parallel span': {
      position: 'absolute',
      whiteSpace: 'nowrap',
      fontSize: theme.typography.caption.fontSize,
      lineHeight: 1,
      color: text.primary,
      textShadow: halo(background.default),
    },
    '& .map-town::before': {
      content: '""',
      position: 'absolute',
      left: -3,
      top: -3,
      width: 6,
      height: 6,
      borderRadius: '50%',
      backgroundColor: text.primary,
      boxShadow: `0 0 0 1px ${background.default}`,
    },
    '& .map-town span': { left: 8, top: '-0.5em' },
    '& .map-meridian span, & .map-parallel span': { color: text.secondary },
    '& .map-meridian span': { bottom: 4, left: 4 },
    '& .map-parallel span': { bottom: 3, left: 6 },
    '& .map-vertex, & .map-midpoint': { margin: 0 },
    '& .map-vertex::before, & .map-midpoint::before': {
      content: '""',
      position: 'absolute',
      inset: 9,
      borderRadius: '50%',
      border: `2px solid ${primary.main}`,
      backgroundColor: background.paper,
    },
    '& .map-midpoint::before': { inset: 7, opacity: 0.7 },
    '& .map-vertex[data-selected="true"]::before': { inset: 7, backgroundColor: primary.main },
    '& .map-vertex[data-fault="true"]::before': {
      inset: 5,
      borderWidth: 4,
      borderColor: error.main,
    },
  };
});

/** The buttons over a map. */
export const ZoomButtons = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 8,
  insetInlineStart: 8,
  display: 'grid',
  gap: 4,
  '& button': {
    minWidth: 44,
    minHeight: 44,
    borderRadius: RADIUS.control,
    border: `1px solid ${theme.vars.palette.outline}`,
    backgroundColor: theme.vars.palette.background.paper,
    '&:hover': { backgroundColor: theme.vars.palette.background.default },
  },
}));

const chip = { borderRadius: RADIUS.chip, padding: '2px 6px', pointerEvents: 'none' } as const;

export const North = styled('span')(({ theme }) => ({
  ...chip,
  position: 'absolute',
  top: 8,
  insetInlineEnd: 8,
  fontWeight: 650,
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
}));

export const ScaleBar = styled('span')(({ theme }) => ({
  ...chip,
  position: 'absolute',
  bottom: 28,
  insetInlineEnd: 8,
  fontSize: theme.typography.caption.fontSize,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  textAlign: 'center',
  '& > i': {
    display: 'block',
    boxSizing: 'border-box',
    height: 6,
    marginBottom: 2,
    marginInline: 'auto',
    border: '2px solid currentColor',
    borderTop: 0,
  },
}));

/** The middle of the map, where a key adds a vertex. */
export const Crosshair = styled('span')(({ theme }) => ({
  position: 'absolute',
  top: '50%',
  left: '50%',
  width: 24,
  height: 24,
  transform: 'translate(-50%, -50%)',
  pointerEvents: 'none',
  background: `linear-gradient(${theme.vars.palette.text.primary} 0 0) center / 2px 100% no-repeat, linear-gradient(${theme.vars.palette.text.primary} 0 0) center / 100% 2px no-repeat`,
  opacity: 0.7,
}));
