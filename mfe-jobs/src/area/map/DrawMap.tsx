import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import {
  areaFault,
  describeArea,
  parsePosition,
  summarizeArea,
  vertexOfFault,
  type Coordinates,
  type JobArea,
} from '@dps/contract';
import { Button, Icon, icons, styled, TextField, Typography } from '@dps/ui';
import { mapTexts } from '../../texts/map.ts';
import { townsApi } from '../towns-api.ts';
import { AreaMap, type MapControls } from './AreaMap.tsx';
import {
  areaOfDrawing,
  changeDrawing,
  drawingOf,
  type Drawing,
  type DrawingAction,
  type DrawingHistory,
  type DrawnArea,
  type VertexRef,
} from './drawing.ts';

const Frame = styled('div')({ display: 'grid', gap: 12, minWidth: 0 });
const Find = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 8,
  alignItems: 'start',
  // The field has its label above.
  '& > button': { marginTop: 24 },
});
const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, '& button': { minHeight: 44 } });

interface Props {
  /** The area at the start. */
  area: JobArea | null;
  /** The location of the job, as typed. */
  location: string;
  /** Receives each change. The area may have faults; rings that are not complete are not part of it. */
  onChange: (area: JobArea | null) => void;
  onClose: () => void;
}

/** The vertex of a drawing that the fault of its area names. */
function faultOf({ rings }: Drawing, { order }: DrawnArea, fault: string | null): VertexRef | null {
  const named = fault === null ? null : vertexOfFault(fault);
  const ring = named && order[named.ring];
  if (!named || ring === undefined || ring === null) return null;
  // The last position of a ring repeats its first vertex.
  return { ring, vertex: named.vertex % (rings[ring]?.vertices.length ?? 1) };
}

function statusOf({ rings, open }: Drawing, area: JobArea | null, fault: string | null): string {
  const count = open === null ? 0 : (rings[open]?.vertices.length ?? 0);
  const incomplete = count > 0 && count < 3 ? [mapTexts.drawing(count)] : [];
  if (!area) return incomplete[0] ?? mapTexts.empty;
  return [...(fault === null ? [`${describeArea(summarizeArea(area))}.`] : []), ...incomplete].join(' ');
}

/** Draws the area of a job on a map. Loads on demand. */
export default function DrawMap({ area: initial, location, onChange, onClose }: Props) {
  const map = useRef<MapControls>(null);
  const [history, setHistory] = useState<DrawingHistory>(() => ({ now: drawingOf(initial), past: [] }));
  const [place, setPlace] = useState(location);
  const [isUnknown, setUnknown] = useState(false);
  const [search] = townsApi.towns.useLazyQuery();
  const { now } = history;
  const drawn = areaOfDrawing(now);
  const fault = drawn.area && areaFault(drawn.area);
  const selected = now.selected;

  const act = (action: DrawingAction) => {
    const next = changeDrawing(history, action);
    setHistory(next);
    if (next.now.rings !== now.rings) onChange(areaOfDrawing(next.now).area);
  };
  const positionOf = async (text: string): Promise<Coordinates | undefined> => {
    const [longitude, latitude] = parsePosition(text) ?? [];
    if (longitude !== undefined && latitude !== undefined) return { latitude, longitude };
    const { data: [town] = [] } = await search({ location: text }, true);
    if (town) return town;
    const { data: [first] = [] } = await search({ search: text }, true);
    return first;
  };
  const goTo = async (text: string) => {
    if (text.trim() === '') return;
    const position = await positionOf(text.trim());
    setUnknown(position === undefined);
    if (position) map.current?.goTo(position);
  };
  const start = useEffectEvent(async () => {
    // A location that is no town, such as an address, is no fault.
    const position = initial || location.trim() === '' ? undefined : await positionOf(location.trim());
    if (position) map.current?.goTo(position);
  });
  useEffect(() => void start(), []);
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would post the job.
    event.preventDefault();
    void goTo(place);
  };
  const close = () => {
    act({ type: 'finish' });
    onClose();
  };
  return (
    <Frame>
      <Find>
        <TextField
          label={mapTexts.find}
          value={place}
          placeholder={mapTexts.findPlaceholder}
          error={isUnknown}
          helperText={isUnknown ? mapTexts.notFound : ' '}
          onChange={({ target }) => setPlace(target.value)}
          onKeyDown={pressKey}
        />
        <Button variant="outlined" onClick={() => void goTo(place)}>
          {mapTexts.go}
        </Button>
      </Find>
      <AreaMap
        label={mapTexts.map}
        drawing={now}
        fault={faultOf(now, drawn, fault)}
        controls={map}
        onAction={act}
      />
      <Typography role="status">{statusOf(now, drawn.area, fault)}</Typography>
      <Tools role="toolbar" aria-label={mapTexts.tools}>
        {now.open === null ? (
          <>
            <Button
              variant="outlined"
              startIcon={<Icon path={icons.plus} />}
              onClick={() => act({ type: 'start', kind: 'border' })}
            >
              {mapTexts.newPolygon}
            </Button>
            <Button variant="outlined" onClick={() => act({ type: 'start', kind: 'hole' })}>
              {mapTexts.newHole}
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="outlined"
              startIcon={<Icon path={icons.plus} />}
              onClick={() => map.current && act({ type: 'add', position: map.current.center() })}
            >
              {mapTexts.addAtCenter}
            </Button>
            <Button variant="outlined" onClick={() => act({ type: 'finish' })}>
              {mapTexts.finish}
            </Button>
          </>
        )}
        <Button disabled={history.past.length === 0} onClick={() => act({ type: 'undo' })}>
          {mapTexts.undo}
        </Button>
        <Button disabled={!selected} onClick={() => selected && act({ type: 'delete', at: selected })}>
          {mapTexts.deleteVertex}
        </Button>
        <Button
          disabled={!selected}
          onClick={() => selected && act({ type: 'deleteRing', ring: selected.ring })}
        >
          {mapTexts.deleteRing}
        </Button>
        <Button variant="contained" onClick={close}>
          {mapTexts.done}
        </Button>
      </Tools>
      <Typography variant="caption" color="textSecondary">
        {mapTexts.otherWays}
      </Typography>
    </Frame>
  );
}
