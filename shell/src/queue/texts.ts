/** Texts of the calls that wait on the device: a file of its own, which loads with the queue. */
export const queueTexts = {
  title: 'Work on this device',
  waiting: 'Waiting for network',
  uploading: (percent: number) => `Uploading ${percent}%`,
  sent: 'Sent',
  refused: (reason: string) => `Refused: ${reason}`,
  /** The reason if the server gave none. */
  refusedWithoutReason: 'The server did not accept it.',
  remove: 'Remove',
  /** Name of the button that removes one call. */
  removeCall: (title: string) => `Remove ${title}`,
  /** Error of a call for which the browser has no room. */
  noRoom:
    'This device has no room for this entry and its files. It was not saved: free some space, or try again with a connection.',
  /** Error of a call that the browser does not store. */
  notKept:
    'This browser cannot keep calls on this device (private window?). Your entry was not saved: try again with a connection.',
};
