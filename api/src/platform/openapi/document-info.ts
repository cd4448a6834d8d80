import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { PAGE_LIMIT, SESSION_COOKIE } from '@dps/shared-contracts';

const DESCRIPTION = `
The API of a marketplace for drone surveying jobs: clients post jobs, pilots accept them, fly, and are paid.

- **Session.** Sign in with \`POST /api/auth/login\`; the session is an \`HttpOnly\` cookie, named
  \`__Host-${SESSION_COOKIE}\` behind TLS. Writes from pages of other sites are refused.
- **Bodies** are JSON. Unknown fields are refused.
- **Errors** have one shape, \`Error\`. \`code\` comes from a closed set and decides the status; each operation lists the
  codes that it can answer. A method that an address does not take is answered 405 \`method_not_allowed\`, with the methods
  that it takes in \`Allow\`; an unknown address is answered 404 \`not_found\`.
- **Lists** are plain arrays, newest first, of at most ${PAGE_LIMIT} rows. \`Link: <…>; rel="next"\` leads to the next page.
- **Permissions.** \`x-permission\` names the row of the permission table that an operation is for.
`.trim();

/** What each group of operations is about, in the order in which the document shows them. */
const TAGS = {
  Auth: 'Sign up, sign in, sign out.',
  User: 'The signed-in user.',
  Job: 'Jobs: posted by clients, accepted and carried out by pilots.',
  Attachment: 'Files that the owner of a job attaches to it.',
  FlightRecord: 'Flights that the assigned pilot logs for a job.',
  Payment: 'Card payments of jobs.',
  Webhook: 'For the payment provider alone.',
  Telemetry: 'What goes wrong in browsers, for the team.',
  Health: 'For whatever watches and balances the processes.',
} as const;

/** What the document says besides its operations and schemas. */
export function documentInfo(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.1')
    .setTitle('Drone Pilot Surveys')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'The origin of the product, on which the gateway passes `/api` on')
    .addCookieAuth(SESSION_COOKIE, {
      type: 'apiKey',
      in: 'cookie',
      description: `The session; behind TLS the cookie is named \`__Host-${SESSION_COOKIE}\`.`,
    });
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const document = builder.build();
  return { ...document, info: { ...document.info, contact: { name: 'Drone Pilot Surveys' } } };
}
