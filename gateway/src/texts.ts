/** Texts that the gateway shows to users and writes to its log. */
export const texts = {
  product: 'Drone Pilot Surveys',
  shortName: 'Drone Surveys',
  description: 'A marketplace for drone surveying jobs',
  loading: 'Loading...',
  title: (page: string) => `${page} – Drone Pilot Surveys`,
  noscript:
    'Drone Pilot Surveys needs JavaScript. Switch it on for this site in your browser’s settings, then reload the page.',
  unavailable: {
    title: 'Drone Pilot Surveys is not available right now',
    safe: 'Nothing that you saved is lost. Wait a minute, then reload this page.',
    support: 'If the problem remains, contact support.',
    reload: 'Reload',
  },
  registryProblem: {
    unread: 'it is not loaded yet',
    unavailable: 'the release store is unavailable',
    missing: 'the store has none',
    older: (revision: number) => `the store has only revision ${revision}, which is older`,
    unsigned: 'it is not signed',
    untrusted: 'no trusted key has signed its current content',
    revoked: 'its key is revoked',
    replayed: 'it is older than the last valid one',
  },
  storeUnavailable: 'The release store is unavailable right now. Try again shortly.',
  notReleased: 'its content differs from the released file',
  alive: 'ok',
  degraded: (problem: string, revision: number) =>
    revision === 0
      ? `no registry: ${problem}`
      : `revision ${revision} is in use, and the store has a problem: ${problem}`,
  registryDamaged: 'The list of released modules is unavailable right now. Try again shortly.',
  apiUnavailable:
    'The server is unavailable right now. Try again shortly. After a change, first look whether it was saved.',
  bodyIncomplete: 'The request ended before its body was complete.',
  bodyTooSlow: 'The request arrived too slowly. Check the connection and try again.',
  tooManyTransfers: 'Too many uploads and downloads at once. Try again shortly.',
  fileMissing: (path: string) => `The file ${path} does not exist.`,
  unknownAddress: 'This address does not exist.',
  unknownHost: 'This server does not serve this host name. See the settings PUBLIC_ORIGIN and ALLOWED_HOSTS.',
  malformed: 'This address is malformed.',
  unreadable: 'This request cannot be read.',
  fault: 'The gateway failed to handle the request.',
} as const;
