import { useId, useEffect, useRef } from 'react';
import {
  describeArea,
  JOBS_PAGE_SURVEY_TYPES,
  summarizeArea,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { Button, Alert, ErrorNotice, styled } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { JobFiles } from '../job/files/JobFiles.tsx';
import { formTexts } from '../texts/form.ts';
import { texts } from '../texts.ts';
import { usePendingAttachments } from '../uploads/useUploads.ts';
import { areaOf, isFilled, type JobField } from './job-form.values.ts';
import { jobsPageForm } from './job-form.variant.ts';
import { JobForm } from './JobForm.tsx';
import { useEditJob, type EditFailure } from './useEditJob.ts';
import { isApiError } from '@dps/contract/client';

const Place = styled('div')({ marginTop: 16 });

/** A value of the form for a reader. */
function shownValue(name: JobField, value: string): string {
  if (name !== 'area') return value;
  const area = areaOf(value);
  return area ? describeArea(summarizeArea(area)) : formTexts.area.none;
}

function FailureText({ failure }: { failure: EditFailure }) {
  const { gone, failed, clash, theirs: theirsText } = formTexts.edit;
  if ('conflicts' in failure) {
    const { conflicts, theirs } = failure;
    return (
      <Alert severity="warning" role="alert">
        {clash}
        {conflicts.map((name) => (
          <div key={name}>{theirsText(texts.fields[name], shownValue(name, theirs[name]))}</div>
        ))}
      </Alert>
    );
  }
  const { error } = failure;
  if (isApiError(error) && error.status === 404) return <Alert severity="error">{gone}</Alert>;
  return <ErrorNotice error={error} fallback={failed} told />;
}

/** The reason why a job could not be saved. */
function EditFailureNotice({ failure, locked }: { failure: EditFailure | null; locked: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  // The notice is at the end of the scrolled form, and the pressed button is always visible.
  useEffect(() => {
    if (locked || failure) place.current?.scrollIntoView({ block: 'nearest' });
  }, [locked, failure]);
  if (!locked && !failure) return null;
  return (
    <Place ref={place}>
      {locked ? (
        <Alert severity="error">{formTexts.edit.submitted}</Alert>
      ) : (
        failure && <FailureText failure={failure} />
      )}
    </Place>
  );
}

interface Props {
  job: JobDetailView;
  refetch: () => Promise<JobDetailView>;
  onClose: () => void;
  onSaved: (job: JobView, files: number) => void;
}

/** The edit form of a posted job, in its dialog. */
export function EditJobForm({ job, refetch, onClose, onSaved }: Props) {
  const formId = useId();
  const pending = usePendingAttachments(job.id);
  const form = useEditJob({ job, refetch, onSaved });
  const { formik, files, setFiles, failure, unsaved, locked } = form;
  const { title } = texts.editJob;
  const { submit, submitting } = formTexts.edit;
  const save = (
    <Button
      type="submit"
      form={formId}
      variant="contained"
      loading={formik.isSubmitting}
      disabled={locked || !unsaved || !isFilled(formik.values)}
    >
      {formik.isSubmitting ? submitting : submit}
    </Button>
  );
  return (
    <Modal title={title} maxWidth="md" busy={formik.isSubmitting} onClose={onClose} actions={save}>
      <JobForm
        id={formId}
        label={title}
        formik={formik}
        surveyTypes={[...new Set([...JOBS_PAGE_SURVEY_TYPES, job.surveyType])]}
        picker={jobsPageForm.picker}
        files={files}
        onFiles={setFiles}
        isRestored={form.isRestored}
        onDiscard={form.discard}
        attached={job.attachments.length + pending}
        attachments={<JobFiles job={job} empty={null} canDelete />}
      />
      <EditFailureNotice failure={failure} locked={locked} />
    </Modal>
  );
}
