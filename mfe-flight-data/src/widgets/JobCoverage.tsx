import type { WidgetProps } from '@dps/contract/client';
import { styled, Typography } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { flightDataApi } from '../api.ts';
import { Coverage } from '../area-coverage/Coverage.tsx';
import { coverageTexts } from '../texts/coverage.ts';

const Place = styled('div')({ marginBottom: 16 });

/** The covered part of the area of a job, in its dialog; nothing for a job without an area. */
export default function JobCoverage({ jobId }: WidgetProps['flight-data.coverage']) {
  const { data: coverage, error, refetch } = flightDataApi.coverage.useQuery(jobId);
  const { loading, failed, title } = coverageTexts;
  if (coverage && !coverage.area) return null;
  return (
    <Place>
      <Typography variant="subtitle2" component="h4">
        {title}
      </Typography>
      {coverage?.area && <Coverage coverage={coverage} area={coverage.area} />}
      {!coverage && !error && <LoadingShape text={loading} shape="facts" count={2} />}
      {!coverage && error && <ErrorNotice error={error} fallback={failed} onRetry={() => void refetch()} />}
    </Place>
  );
}
