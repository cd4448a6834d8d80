import { styled } from '@dps/ui';
import { ErrorNotice } from '@dps/ui/data';

const Place = styled('div')({ marginBottom: 16 });

/** Says where something should stand that it could not be read; nothing as long as it could. */
export function QueryError(props: { error: unknown; fallback: string; onRetry: () => unknown }) {
  const { error, fallback, onRetry } = props;
  if (error === undefined) return null;
  return (
    <Place>
      <ErrorNotice error={error} fallback={fallback} onRetry={() => void onRetry()} />
    </Place>
  );
}
