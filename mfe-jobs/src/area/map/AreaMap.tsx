import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react';
import { describeArea, summarizeArea, type JobArea, type Position } from '@dps/contract';
import { readDeployment } from '@dps/contract/client';
import { Icon, IconButton, icons, styled, Typography, useMediaQuery } from '@dps/ui';
import { mapTexts } from '../../texts/map.ts';
import { barLength } from '../area-drawing.ts';
import { townsApi } from '../towns-api.ts';
import { drawingOf, type Drawing, type DrawingAction, type VertexRef } from './drawing.ts';
import { lengthTexts, townBounds } from './map-grid.ts';
import { Crosshair, MapCanvas, MapFrame, North, ScaleBar, ZoomButtons } from './map-style.ts';
import { openMap, type MapView, type MapWindow } from './map-view.ts';

const Figure = styled('figure')({ margin: 0, minWidth: 0, display: 'grid', gap: 4 });
/** The bar has at most a third of this. */
const BAR_PIXELS = 330;

/** What a toolbar does with a map. */
export interface MapControls {
  goTo: (place: { latitude: number; longitude: number }) => void;
  center: () => Position;
}

interface Props {
  /** The name of the map, with a text alternative of what it shows. */
  label: string;
  drawing: Drawing;
  /** Without it, the drawing cannot be changed. */
  onAction?: (action: DrawingAction) => void;
  /** The vertex that a fault names. */
  fault?: VertexRef | null;
  controls?: Ref<MapControls>;
}

const UNSET: MapWindow = { bounds: { west: 0, south: 0, east: 0, north: 0 }, metersPerPixel: 0 };

/** A map with a drawing. Its scripts load on demand. */
export function AreaMap({ label, drawing, onAction, fault = null, controls }: Props) {
  const hintId = useId();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>(null);
  const [shown, setShown] = useState(UNSET);
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const [tiles] = useState(() => readDeployment().mapTiles);
  const isEditable = onAction !== undefined;
  const act = useEffectEvent((action: DrawingAction) => onAction?.(action));
  const fit = useEffectEvent((map: MapView) => map.fit(drawing));
  const bounds = townBounds(shown.bounds);
  const { data: towns } = townsApi.towns.useQuery(
    { bounds },
    { skip: shown === UNSET || tiles !== undefined },
  );

  useEffect(() => {
    if (!host.current) return undefined;
    const map = openMap(host.current, { isEditable, tiles }, { onMove: setShown, onAction: act });
    view.current = map;
    fit(map);
    return () => map.close();
  }, [isEditable, tiles]);
  useEffect(() => view.current?.show({ drawing, isEditable, fault }), [drawing, isEditable, fault]);
  useEffect(() => {
    if (towns) view.current?.showTowns(towns);
  }, [towns]);
  useImperativeHandle(controls, () => ({
    goTo: (place) => view.current?.goTo(place),
    center: () => view.current?.center() ?? [0, 0],
  }));

  const barMeters = shown === UNSET ? 0 : barLength(BAR_PIXELS * shown.metersPerPixel);
  return (
    <Figure>
      <MapFrame>
        <MapCanvas
          ref={host}
          role="application"
          aria-label={label}
          aria-describedby={hintId}
          data-drawing={isEditable && drawing.open !== null}
        />
        {isEditable && drawing.open !== null && <Crosshair />}
        <ZoomButtons>
          <IconButton aria-label={mapTexts.zoomIn} onClick={() => view.current?.zoom(1)}>
            <Icon path={icons.plus} />
          </IconButton>
          <IconButton aria-label={mapTexts.zoomOut} onClick={() => view.current?.zoom(-1)}>
            <Icon path={icons.minus} />
          </IconButton>
        </ZoomButtons>
        <North>{mapTexts.north}</North>
        {barMeters > 0 && (
          <ScaleBar>
            <i style={{ width: barMeters / shown.metersPerPixel }} />
            <span>{mapTexts.scale(...lengthTexts(barMeters))}</span>
          </ScaleBar>
        )}
      </MapFrame>
      <figcaption>
        <Typography id={hintId} variant="caption" color="textSecondary" component="p">
          {mapTexts.hints[isEditable ? 'draw' : 'show'][isCoarse ? 'touch' : 'mouse']}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {tiles ? mapTexts.tiles(tiles.attribution) : mapTexts.sources}
        </Typography>
      </figcaption>
    </Figure>
  );
}

/** Shows the area of a job on a map. Loads on demand. */
export default function ShowMap({ area }: { area: JobArea }) {
  const drawing = useMemo(() => drawingOf(area), [area]);
  return <AreaMap label={mapTexts.mapOf(describeArea(summarizeArea(area)))} drawing={drawing} />;
}
