/** The texts of questions about open jobs, which load with their part of a dialog. */
export const texts = {
  title: 'Questions',
  loading: 'Loading questions...',
  loadFailed: 'The questions could not be loaded. Nothing is lost; try again.',
  none: {
    pilot: 'No pilot has asked a question yet.',
    client: 'No pilot has asked a question yet. You answer here until a pilot accepts the job.',
  },
  asked: (day: string) => `Asked ${day}`,
  own: 'Your question',
  open: 'Not answered yet',
  answered: {
    pilot: (day: string) => `Answer of the client, ${day}`,
    client: (day: string) => `Your answer, ${day}`,
  },
  report: {
    question: (day: string) => `Report the question of ${day}`,
    answer: (day: string) => `Report the answer of ${day}`,
    author: { question: 'Its pilot', answer: 'The client' },
  },
  cancel: 'Cancel',
  counter: (used: string, most: string) => `${used} of ${most}`,
  ask: {
    form: 'Ask a question',
    label: 'Your question to the client',
    hint: 'You can ask one question. The client and all pilots can read it, without your name.',
    submit: 'Ask Question',
    done: { title: 'Question Asked', description: 'You get a mail when the client has answered.' },
    failed: 'Your question could not be sent. It stays here; try again.',
  },
  answer: {
    form: (question: string) => `Answer to "${question}"`,
    label: 'Your answer',
    hint: 'All pilots can read your answer.',
    open: 'Answer',
    correct: 'Correct Answer',
    submit: 'Send Answer',
    done: { title: 'Answer Sent', description: 'All pilots can read it.' },
    failed: 'Your answer could not be sent. It stays here; try again.',
  },
} as const;
