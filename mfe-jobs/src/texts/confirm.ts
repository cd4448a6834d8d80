/** The texts of a pilot's confirmations: a file of its own, because the first load does without them. */
export const confirmTexts = {
  recordPayment: {
    title: 'Mark this job as paid?',
    text: 'This records that you received the money for this job outside the platform. It cannot be undone, and the client can no longer pay for it by card.',
    confirm: 'Mark as Paid',
  },
  releaseJob: {
    title: 'Release this job?',
    text: 'You lose the job, and other pilots can accept it.',
    confirm: 'Release Job',
  },
  complete: {
    title: 'Mark this job as completed?',
    text: 'The client is then asked to pay, and the job cannot return to review.',
    flights: 'Flight records',
    logs: 'With a flight log',
    beforeJob: 'Flown before the job was posted',
    percent: (value: number) => `${value}%`,
    ofFlights: (logs: number, flights: number) => `${logs} of ${flights}`,
    ofNewest: (logs: number, flights: number) => `${logs} of the newest ${flights}`,
    cancel: 'Cancel',
    completeAt: (progress: number) => `Complete at ${progress}%`,
    setAndComplete: 'Set 100% and Complete',
  },
} as const;
