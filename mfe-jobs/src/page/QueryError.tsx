import { styled } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';

const Place = styled('div')({ marginBottom: 16 });

/** The error notice of a query with a retry button; renders nothing while `error` is undefined. */
export function QueryError(props: { error: unknown; fallback: string; onRetry: () => unknown }) {
  const { error, fallback, onRetry } = props;
  if (error === undefined) return null;
  return (
    <Place>
      <ErrorNotice error={error} fallback={fallback} onRetry={() => void onRetry()} />
    </Place>
  );
}
