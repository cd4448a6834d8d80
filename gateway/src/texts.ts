/** Texts that the gateway shows to users and writes to its log. */
export const texts = {
  product: 'Drone Pilot Surveys',
  description: 'A marketplace for drone surveying jobs',
  title: (page: string) => `${page} – Drone Pilot Surveys`,
  noscript:
    'Drone Pilot Surveys needs JavaScript. Switch it on for this site in your browser’s settings, then reload the page.',
  unavailable: {
    title: 'Drone Pilot Surveys cannot be shown right now',
    what: 'The list of its released parts (registry.json) cannot be used:',
    safe: 'Your data is safe: nothing of it is kept in that file.',
    todo: 'Restart the application (npm start), which writes the file anew, or put back the last good registry.json. Then reload this page.',
    reload: 'Reload',
  },
  registryProblem: {
    unread: 'it has not been read yet',
    unavailable: 'the release store does not answer',
    missing: 'it is missing',
    unsigned: 'it is not signed',
    untrusted: 'no trusted key has signed its current content',
  },
  storeUnavailable: 'The release store does not answer right now. Try again shortly.',
  notReleased: 'its content is not the released one',
  registryDamaged: 'The list of released modules cannot be used. Restart the application, then reload.',
  apiUnavailable:
    'The server does not answer right now. Nothing was saved by this attempt. Try again shortly.',
  fileMissing: (path: string) => `There is no file ${path}.`,
  unknownAddress: 'Nothing answers at this address.',
  malformed: 'This address is malformed.',
  fault: 'Something went wrong in the gateway.',
} as const;
