import { useEffect, useEffectEvent, useRef } from 'react';
import { Button, styled } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';
import { texts } from '../texts.ts';
import type { openJobsApi } from './open-jobs.api.ts';

const Place = styled('div')({ marginTop: 24, textAlign: 'center' });

/** Distance to the window at which the next page loads, so that scrolling seldom waits. */
const AHEAD = '800px';

/** The end of the list: loads the next page when it comes near the window, or by its button. Renders nothing after the last page. */
export function MoreJobs({ list }: { list: ReturnType<typeof openJobsApi.list.useInfiniteQuery> }) {
  const { error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const place = useRef<HTMLDivElement>(null);
  const isReady = hasNextPage && !error && !isFetching;
  const loadMore = () => void fetchNextPage();
  const onNear = useEffectEvent(loadMore);
  useEffect(() => {
    if (!isReady || !place.current) return;
    const onApproach = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) onNear();
    };
    const observer = new IntersectionObserver(onApproach, { rootMargin: AHEAD });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReady]);
  if (!hasNextPage) return null;
  return (
    <Place ref={place}>
      {isFetchNextPageError ? (
        <ErrorNotice error={error} fallback={texts.jobsFailed} onRetry={loadMore} />
      ) : (
        <Button variant="outlined" aria-disabled={isFetching} onClick={loadMore}>
          {isFetchingNextPage ? texts.loadingJobs : texts.browse.more}
        </Button>
      )}
    </Place>
  );
}
