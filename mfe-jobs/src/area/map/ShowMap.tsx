import { useMemo } from 'react';
import { describeArea, summarizeArea, type JobArea } from '@dps/contract';
import { mapTexts } from '../../texts/map.ts';
import { AreaMap } from './AreaMap.tsx';
import { drawingOf } from './drawing.ts';

/** Shows the area of a job on a map. Loads on demand. */
export default function ShowMap({ area }: { area: JobArea }) {
  const drawing = useMemo(() => drawingOf(area), [area]);
  return <AreaMap label={mapTexts.mapOf(describeArea(summarizeArea(area)))} drawing={drawing} />;
}
