/** The texts of the questions before a client removes something, which load with the dialogs. */
export const removalTexts = {
  removePilot: {
    title: 'Remove the pilot from this job?',
    pilot: 'The pilot',
    text: (pilot: string) =>
      `${pilot} loses the job, its progress starts at 0%, and other pilots can accept it.`,
    confirm: 'Remove Pilot',
  },
  deleteJob: {
    title: 'Delete this job?',
    text: (title: string) => `"${title}" and its attachments are deleted permanently.`,
    confirm: 'Delete Job',
  },
  deleteFile: {
    open: (file: string) => `Delete ${file}`,
    title: 'Delete this file?',
    text: (file: string) => `"${file}" is removed from the job permanently.`,
    confirm: 'Delete File',
  },
} as const;
