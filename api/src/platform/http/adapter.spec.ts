import { pino } from 'pino';
import { createAdapter } from './adapter.ts';

async function answerTo(url: string) {
  const lines: string[] = [];
  const adapter = createAdapter(
    { trustedProxies: 'loopback', secureCookies: true },
    pino({}, { write: (line) => void lines.push(line) }),
  );
  const answer = await adapter.getInstance().inject({ method: 'GET', url });
  await adapter.close();
  return { answer, lines: lines.map((line): unknown => JSON.parse(line)) };
}

describe('a malformed address', () => {
  it('is answered and logged once, with the request id and without the query', async () => {
    const { answer, lines } = await answerTo('/api/jobs/%ff?token=secret');
    expect(answer.statusCode).toBe(400);
    const requestId = answer.headers['x-request-id'];
    expect(answer.json()).toMatchObject({ code: 'malformed_request', requestId });
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request',
        method: 'GET',
        route: 'none',
        status: 400,
        requestId,
      }),
    ]);
    expect(JSON.stringify(lines) + answer.body).not.toContain('secret');
  });
});
