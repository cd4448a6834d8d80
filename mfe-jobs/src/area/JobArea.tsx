import { Suspense, useState } from 'react';
import type { JobArea as Area, JobView } from '@dps/contract';
import { saveFile } from '@dps/contract/client';
import { Button, Icon, icons, styled } from '@dps/ui';
import { onDemand } from '@dps/ui/on-demand';
import { areaTexts } from '../texts/area.ts';
import { areaFile } from './area-files.ts';
import AreaOutline from './AreaOutline.tsx';

const ShowMap = onDemand(() => import(/* webpackChunkName: "map" */ './map/AreaMap.tsx'));

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 12 });

/** The area of a job with its downloads. Loads on demand. */
export default function JobArea({ job, area }: { job: JobView; area: Area }) {
  const [hasMap, setMap] = useState(false);
  return (
    <>
      <AreaOutline area={area} />
      <Actions>
        <Button
          size="small"
          variant="outlined"
          startIcon={<Icon path={icons.mapPin} />}
          aria-expanded={hasMap}
          onClick={() => setMap(!hasMap)}
        >
          {hasMap ? areaTexts.hideMap : areaTexts.showMap}
        </Button>
        {(['geojson', 'kml'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            variant="outlined"
            startIcon={<Icon path={icons.download} />}
            onClick={() => saveFile(areaFile(format, { ...job, area }))}
          >
            {areaTexts.download[format]}
          </Button>
        ))}
      </Actions>
      {hasMap && (
        <Suspense fallback={null}>
          <ShowMap area={area} />
        </Suspense>
      )}
    </>
  );
}
