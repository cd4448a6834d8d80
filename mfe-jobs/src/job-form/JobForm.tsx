import type { ReactNode } from 'react';
import { Alert, Button, styled, useFocusFirstError } from '@dps/ui';
import { formTexts } from '../texts/form.ts';
import { AreaField } from '../area/AreaField.tsx';
import { AttachmentPicker } from './AttachmentPicker.tsx';
import type { AttachmentPicker as Picker } from './attachment-picker.ts';
import { JobFields } from './JobFields.tsx';
import type { JobFormik } from './job-form.values.ts';

/** Two columns on wide screens; elements with `data-wide` span both. */
const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  // Each field reserves the line of its error.
  gap: '4px 16px',
  '@media (min-width: 700px)': {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > [data-wide="true"]': { gridColumn: '1 / -1' },
  },
});

export interface JobFormProps {
  /** The id for a submit button outside the form. */
  id?: string;
  label: string;
  formik: JobFormik;
  surveyTypes: readonly string[];
  picker: Picker;
  files: readonly File[];
  onFiles: (files: File[]) => void;
  /** The number of files that the job already has. */
  attached?: number;
  /** Whether the form opened with a draft. */
  isRestored: boolean;
  /** Deletes the draft and restores the form. */
  onDiscard: () => void;
  /** The list of files that the job already has. */
  attachments?: ReactNode;
  /** Content below the fields. */
  children?: ReactNode;
}

/** The form of a job: its content and its files. */
export function JobForm(props: JobFormProps) {
  const {
    id,
    label,
    formik,
    surveyTypes,
    picker,
    files,
    onFiles,
    attached = 0,
    isRestored,
    onDiscard,
  } = props;
  const form = useFocusFirstError(formik);
  const { draft } = formTexts;
  const discard = () => {
    onDiscard();
    // The button disappears and would lose the focus.
    form.current?.querySelector('input')?.focus();
  };
  return (
    <form ref={form} {...(id && { id })} noValidate aria-label={label} onSubmit={formik.handleSubmit}>
      <Grid>
        {isRestored && (
          <Alert
            severity="info"
            role="status"
            data-wide="true"
            action={
              <Button size="small" onClick={discard}>
                {draft.discard}
              </Button>
            }
          >
            {files.length === 0 ? `${draft.restored} ${draft.noFiles}` : draft.restored}
          </Alert>
        )}
        <JobFields formik={formik} surveyTypes={surveyTypes} />
        <div data-wide="true">
          <AreaField formik={formik} />
        </div>
        <div data-wide="true">
          <AttachmentPicker picker={picker} files={files} attached={attached} onChange={onFiles}>
            {props.attachments}
          </AttachmentPicker>
        </div>
        {props.children && <div data-wide="true">{props.children}</div>}
      </Grid>
    </form>
  );
}
