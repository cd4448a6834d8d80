import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { PAGE_LIMIT, paths, SESSION_COOKIE } from '@dps/contract';

const DESCRIPTION = `
The API of a marketplace for drone surveying jobs: clients post jobs, pilots accept them, fly, and are paid.

- **Session.** Sign in with \`POST /api/auth/login\`; the session is an \`HttpOnly\` cookie, named
  \`__Host-${SESSION_COOKIE}\` behind TLS. Writes from pages of other sites are refused.
- **User of the page.** A page sends the id of the user that it shows in \`${paths.PAGE_USER_HEADER}\`. If the session is that
  of another user, the response is 409 \`other_user\`, and nothing changes. Other clients omit the header.
- **Bodies** are JSON, except the parts of files. Unknown fields are refused.
- **Errors** have one shape, \`Error\`. \`code\` comes from a closed set and decides the status; each operation lists the
  codes that it can return. For another method of a known path, the response is 405 \`method_not_allowed\`, with the allowed
  methods in \`Allow\`. For an unknown path it is 404 \`not_found\`.
- **Lists** are plain arrays, newest first, of at most ${PAGE_LIMIT} rows. \`Link: <…>; rel="next"\` leads to the next page.
- **Permissions.** \`x-permission\` names the permission that an operation requires.
`.trim();

/** Descriptions of the groups of operations, in the order of the document. */
const TAGS = {
  Auth: 'Sign up, sign in, sign out.',
  User: 'The signed-in user.',
  Calendar: 'Calendar feeds: the jobs of a user for calendar apps, at a secret address.',
  Job: 'Jobs: posted by clients, accepted and carried out by pilots.',
  Event: 'Events of changes, for open pages.',
  JobEvent: 'The history of a job.',
  Message: 'The conversation of a client with a pilot of a job.',
  Thread: 'The own conversations.',
  Question: 'Questions of pilots about open jobs, with the answers of their clients.',
  Attachment: 'Files that the owner of a job attaches to it.',
  Deliverable: 'Files that the assigned pilot delivers.',
  Upload:
    'Attachments, deliverables, flight logs and files of messages, sent in parts that continue after an interruption.',
  Pilot: 'The pilots of the own jobs.',
  FlightRecord: 'Flights that the assigned pilot logs for a job.',
  Town: 'Towns of the gazetteer, for the base of a pilot.',
  EvidenceReport: 'The evidence of the flights of a job, also by a link that the client shares.',
  Payment: 'Card payments of jobs.',
  Webhook: 'Only for the payment provider.',
  Telemetry: 'Reports of failures, crashes and load times from browsers.',
  Health: 'For monitoring and load balancers.',
} as const;

/** Returns the document without its operations and schemas. */
export function documentInfo(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('Drone Pilot Surveys')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'The origin of the product. The gateway forwards `/api`.')
    .addCookieAuth(SESSION_COOKIE, {
      type: 'apiKey',
      in: 'cookie',
      description: `The session; behind TLS the cookie is named \`__Host-${SESSION_COOKIE}\`.`,
    });
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const document = builder.build();
  return { ...document, info: { ...document.info, contact: { name: 'Drone Pilot Surveys' } } };
}
