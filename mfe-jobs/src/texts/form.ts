import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_PER_JOB, MEGABYTE } from '@dps/contract';

const MAX_MEGABYTES = ATTACHMENT_MAX_BYTES / MEGABYTE;

/** The texts of the forms that post and edit a job. They load with the forms. */
export const formTexts = {
  create: {
    chooseSurveyType: 'Select survey type',
    titlePlaceholder: 'Roof inspection of a warehouse',
    descriptionPlaceholder: 'What should be surveyed, and what do you need to receive?',
    locationPlaceholder: 'Address or area',
    budgetLabel: 'Budget ($)',
    timeHint: 'Without a time, the job shows TBD',
    submit: 'Create Job',
    submitting: 'Creating...',
  },
  edit: {
    submit: 'Save Changes',
    submitting: 'Saving...',
    failed: 'The changes could not be saved. What you typed is still here.',
    submitted: 'The work is submitted, so this job can no longer be changed. What you typed is not saved.',
    gone: 'This job no longer exists. What you typed is not saved.',
    clash:
      'This job was changed elsewhere while you were editing it. Your version is in the form. Save again to keep it.',
    theirs: (field: string, value: string) => `${field} is now “${value}”`,
  },
  // One line each, so that a hint does not move the buttons below it.
  location: {
    found: (town: string) => `Near ${town}`,
    none: 'No town found. End with one, such as "Austin, TX".',
    area: 'The survey area gives the place.',
  },
  area: {
    title: 'Survey Area (optional)',
    add: 'Add an Area',
    replace: 'Replace Area',
    remove: 'Remove Area',
    draw: 'Draw on a Map',
    editOnMap: 'Edit on a Map',
    none: 'No area',
  },
  viewJob: 'View job',
  draft: {
    restored: 'Draft restored.',
    noFiles: 'Files are not part of a draft, so choose them again.',
    discard: 'Discard',
  },
  attachments: {
    choose: 'Attach files',
    dashboardFormats: 'PNG, JPG, or PDF',
    jobsPageFormats: 'PDF, DOC, DOCX, JPG, PNG, or GIF',
    hint: (formats: string) => `${formats}. Max ${ATTACHMENTS_PER_JOB} files, ${MAX_MEGABYTES}MB each.`,
    removeFile: (file: string) => `Remove ${file}`,
    invalidType: (file: string, formats: string) => ({
      title: 'Invalid file type',
      description: `${file} is not a supported format. Please use ${formats}.`,
    }),
    tooLarge: (file: string) => ({
      title: 'File too large',
      description: `${file} is larger than ${MAX_MEGABYTES}MB. Please choose a smaller file.`,
    }),
    invalidName: (file: string) => ({
      title: 'Invalid file name',
      description: `The name of ${file} contains an invisible control or formatting character. Please rename it.`,
    }),
    emptyFile: (file: string) => ({
      title: 'Empty file',
      description: `${file} has no content. Please choose another file.`,
    }),
    tooMany: { title: 'Too many files', description: `A job can have at most ${ATTACHMENTS_PER_JOB} files.` },
    folder: (name: string) => ({
      title: 'Invalid file type',
      description: `${name} is a folder. Please choose the files in it.`,
    }),
    dropHere: 'Drop files here',
    orDrop: 'or drop them here',
    attached: (n: number) => `${n} of ${ATTACHMENTS_PER_JOB} files attached.`,
    full: `This job has ${ATTACHMENTS_PER_JOB} files, which is the maximum.`,
  },
} as const;
