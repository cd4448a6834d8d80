import { useEffect, useEffectEvent, useRef } from 'react';
import { Button, styled } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';

const Place = styled('div')({ textAlign: 'center' });

/** Distance to the window, and to the box that scrolls, at which the next page loads, so that scrolling seldom waits. */
const AHEAD = '800px';

interface LoadMoreProps {
  /** Whether the page can be requested now, without the button. */
  isReady: boolean;
  /** The label of the button, also while the page loads. */
  label: string;
  isBusy: boolean;
  /** The error of the last request, which the notice repeats; undefined without one. */
  error: unknown;
  fallback: string;
  onMore: () => void;
}

/** The end of a list: loads the next page when it comes near the window, or by its button. */
export function LoadMore({ isReady, label, isBusy, error, fallback, onMore }: LoadMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const onNear = useEffectEvent(onMore);
  useEffect(() => {
    if (!isReady || !place.current) return;
    const onApproach = ([entry]: IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) onNear();
    };
    const observer = new IntersectionObserver(onApproach, { rootMargin: AHEAD, scrollMargin: AHEAD });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReady]);
  return (
    <Place ref={place}>
      {error === undefined ? (
        <Button variant="outlined" aria-disabled={isBusy} onClick={onMore}>
          {label}
        </Button>
      ) : (
        <ErrorNotice error={error} fallback={fallback} onRetry={onMore} />
      )}
    </Place>
  );
}
