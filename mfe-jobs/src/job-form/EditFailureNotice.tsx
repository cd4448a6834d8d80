import { useEffect, useRef } from 'react';
import { isApiError } from '@dps/contract/client';
import { Alert, ErrorNotice, styled } from '@dps/ui';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import type { EditFailure } from './useEditJob.ts';

const Place = styled('div')({ marginTop: 16 });

function FailureText({ failure }: { failure: EditFailure }) {
  const { gone, failed, clash, theirs: theirsText } = formTexts.edit;
  if ('conflicts' in failure) {
    const { conflicts, theirs } = failure;
    return (
      <Alert severity="warning" role="alert">
        {clash}
        {conflicts.map((name) => (
          <div key={name}>{theirsText(texts.fields[name], theirs[name])}</div>
        ))}
      </Alert>
    );
  }
  const { error } = failure;
  if (isApiError(error) && error.status === 404) return <Alert severity="error">{gone}</Alert>;
  return <ErrorNotice error={error} fallback={failed} told />;
}

/** The reason why a job could not be saved. */
export function EditFailureNotice({ failure, locked }: { failure: EditFailure | null; locked: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  // The notice is at the end of the scrolled form, and the pressed button is always visible.
  useEffect(() => {
    if (locked || failure) place.current?.scrollIntoView({ block: 'nearest' });
  }, [locked, failure]);
  if (!locked && !failure) return null;
  return (
    <Place ref={place}>
      {locked ? (
        <Alert severity="error">{formTexts.edit.paid}</Alert>
      ) : (
        failure && <FailureText failure={failure} />
      )}
    </Place>
  );
}
