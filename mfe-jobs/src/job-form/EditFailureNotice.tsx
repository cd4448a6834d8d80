import { useEffect, useRef } from 'react';
import { isApiError } from '@dps/shared-contracts/client';
import { Alert, ErrorNotice, styled } from '@dps/ui';
import { texts } from '../texts.ts';
import type { EditFailure } from './useEditJob.ts';

const Place = styled('div')({ marginTop: 16 });

function Words({ failure }: { failure: EditFailure }) {
  const { gone, failed, clash, theirs: theirsText } = texts.editJob;
  if ('clashes' in failure) {
    const { clashes, theirs } = failure;
    return (
      <Alert severity="warning" role="alert">
        {clash}
        {clashes.map((name) => (
          <div key={name}>{theirsText(texts.fields[name], theirs[name])}</div>
        ))}
      </Alert>
    );
  }
  const { error } = failure;
  if (isApiError(error) && error.status === 404) return <Alert severity="error">{gone}</Alert>;
  return <ErrorNotice error={error} fallback={failed} told />;
}

/** Why a job could not be saved, and what that means for what was typed. */
export function EditFailureNotice({ failure, locked }: { failure: EditFailure | null; locked: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed stays in sight; what it came to is at the end of what may be scrolled away.
  useEffect(() => {
    if (locked || failure) place.current?.scrollIntoView({ block: 'nearest' });
  }, [locked, failure]);
  if (!locked && !failure) return null;
  return (
    <Place ref={place}>
      {locked ? <Alert severity="error">{texts.editJob.paid}</Alert> : failure && <Words failure={failure} />}
    </Place>
  );
}
