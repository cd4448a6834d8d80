import { formatDay, localDay, type JobEventView, paths } from '@dps/contract';
import { Button, styled, Typography } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { historyTexts as texts } from '../../texts/history.ts';
import { ChangeLines } from './ChangeLines.tsx';
import { eventSentence } from './event.sentences.ts';
import { fieldChanges } from './job-changes.ts';
import { moduleEndpoints } from '@dps/contract/client';

/** The number of events that each "Show more" adds. */
const PAGE = 20;

/** The calls of the history, which load with it. */
const historyApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The events of a job, newest first. Each page has one event more than it shows, if there are older ones. */
  events: build.infiniteQuery<JobEventView[], number, number | null>({
    infiniteQueryOptions: {
      initialPageParam: null,
      getNextPageParam: (page) => (page.length > PAGE ? page[PAGE - 1]?.id : undefined),
    },
    query: ({ queryArg, pageParam }) => ({
      url: `${paths.jobEvents(queryArg)}?limit=${PAGE + 1}${pageParam === null ? '' : `&after=${pageParam}`}`,
    }),
    providesTags: (_pages, _error, id) => [{ type: 'Job', id }, 'FlightRecord'],
  }),
}));

const Day = styled('section')({ '& + &': { marginTop: 16 } });
const Events = styled('ol')({ listStyle: 'none', margin: 0, padding: 0 });
const Line = styled('li')({ display: 'flex', gap: 12, padding: '6px 0' });
const Time = styled('time')(({ theme }) => ({
  flex: '0 0 96px',
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
const What = styled('div')({ flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
const More = styled('div')({ marginTop: 12 });

const timeOfDay = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

function EventLine({ event }: { event: JobEventView }) {
  const { at, before, after } = event;
  return (
    <Line>
      <Time dateTime={at}>{timeOfDay.format(new Date(at))}</Time>
      <What>
        <Typography>{eventSentence(event)}</Typography>
        {before && after && <ChangeLines changes={fieldChanges(before, after)} />}
      </What>
    </Line>
  );
}

function Days({ events }: { events: readonly JobEventView[] }) {
  const days = Map.groupBy(events, ({ at }) => localDay(new Date(at)));
  return [...days].map(([day, ofDay]) => (
    <Day key={day}>
      <Typography variant="subtitle2" component="h4">
        {formatDay(day)}
      </Typography>
      <Events>
        {ofDay.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </Events>
    </Day>
  ));
}

/** The history of a job, newest first, grouped by day. Loads on demand. */
export default function HistoryList({ jobId }: { jobId: number }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    historyApi.events.useInfiniteQuery(jobId);
  const events = data?.pages.flatMap((page) => page.slice(0, PAGE)) ?? [];
  const retry = () => void (data ? fetchNextPage() : refetch());
  return (
    <>
      {!data && !error && <LoadingShape text={texts.loading} shape="rows" />}
      {data && events.length === 0 && <Typography color="textSecondary">{texts.empty}</Typography>}
      <Days events={events} />
      {error && <ErrorNotice error={error} fallback={texts.failed} onRetry={retry} />}
      {hasNextPage && !error && (
        <More>
          <Button variant="outlined" size="small" aria-disabled={isFetchingNextPage} onClick={retry}>
            {isFetchingNextPage ? texts.loadingMore : texts.more}
          </Button>
        </More>
      )}
    </>
  );
}
