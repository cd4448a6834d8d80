/** The texts of an accepted job, and of one that another pilot has, which load with the dialog of a job. */
export const acceptanceTexts = {
  accepted: (client: string, due: string) => ({
    title: 'This job is yours',
    text: `${client} expects it by ${due}. You can now find it in My Jobs.`,
  }),
  viewInMyJobs: 'View in My Jobs',
  notAccepted: {
    taken: {
      title: 'Another pilot was faster',
      text: 'Another pilot accepted this job a moment before you. Nothing else has changed, and the other jobs in the list are still open.',
    },
    withdrawn: {
      title: 'This job is no longer offered',
      text: 'The client has withdrawn it. Nothing else has changed, and the other jobs in the list are still open.',
    },
    gone: {
      title: 'This job is no longer offered',
      text: 'Another pilot has accepted it, or the client has withdrawn it. The other jobs in the list are still open.',
    },
  },
} as const;
