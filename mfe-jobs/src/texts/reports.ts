/** The texts of reports to the operator, which load with their dialog. */
export const texts = {
  message: {
    title: 'Report this message?',
    text: (author: string) =>
      `The operator reads the message and decides. ${author} is not notified. To stop messages at once, block the conversation.`,
    failed: 'The message could not be reported.',
    done: { title: 'Message Reported', description: 'The operator looks at it.' },
  },
  question: {
    title: 'Report this question?',
    text: (author: string) => `The operator reads the question and decides. ${author} is not notified.`,
    failed: 'The question could not be reported.',
    done: { title: 'Question Reported', description: 'The operator looks at it.' },
  },
  answer: {
    title: 'Report this answer?',
    text: (author: string) => `The operator reads the answer and decides. ${author} is not notified.`,
    failed: 'The answer could not be reported.',
    done: { title: 'Answer Reported', description: 'The operator looks at it.' },
  },
  label: 'What is wrong with it?',
  submit: 'Report',
} as const;
