/** The texts of uploads and of the job forms that a page shows before the forms load. */
export const jobFormTexts = {
  createJob: { title: 'Create Surveying Job' },
  editJob: {
    title: 'Edit Job',
    open: (title: string) => `Edit ${title}`,
    action: 'Edit Job',
  },
  uploads: {
    running: (n: number) => `Uploading ${n} ${n === 1 ? 'file' : 'files'}`,
    notUploaded: (n: number) => `${n} ${n === 1 ? 'file' : 'files'} not uploaded`,
  },
} as const;
