import { createLogger, NestLogger } from './logger.ts';

const SECRET = 'hunter2@example.com';

/** A logger that records its lines. */
function recorded() {
  const lines: string[] = [];
  const logger = createLogger('trace', { write: (line: string) => lines.push(line) });
  return { logger, read: () => lines.map((line): unknown => JSON.parse(line)), text: () => lines.join('') };
}

describe('a line about an error', () => {
  const leaky = () => Object.assign(new SyntaxError(`"${SECRET}" is not valid JSON`), { body: SECRET });

  it.each<[string, (log: ReturnType<typeof recorded>['logger']) => void]>([
    ['an error alone', (log) => log.error(leaky())],
    ['an error as a field', (log) => log.warn({ err: leaky() })],
    ['an error under another name', (log) => log.warn({ error: leaky() }, 'failed')],
    ['an error with its own text', (log) => log.info({ err: leaky() }, leaky().message)],
    ['an error of a child', (log) => log.child({ requestId: '1' }).debug({ err: leaky() })],
  ])('contains no user data: %s', (_what, write) => {
    const log = recorded();
    write(log.logger);
    expect(log.read()).toHaveLength(1);
    expect(log.text()).toContain('A text is not valid JSON');
    expect(log.text()).not.toContain(SECRET);
  });

  it('keeps a message of the product', () => {
    const log = recorded();
    log.logger.error({ err: new Error('inner') }, 'unexpected error');
    expect(log.read()).toEqual([
      expect.objectContaining({
        msg: 'unexpected error',
        err: expect.objectContaining({ message: 'inner' }),
      }),
    ]);
  });
});

it('logs only the id of a request, and nothing of a response', () => {
  const log = recorded();
  const request = { id: 'abc', headers: { cookie: SECRET }, body: { password: SECRET } };
  log.logger.info({ req: request, res: { headers: SECRET } }, 'x');
  expect(log.read()).toEqual([expect.objectContaining({ req: { id: 'abc' }, res: {} })]);
  expect(log.text()).not.toContain(SECRET);
});

it('escapes line breaks', () => {
  const log = recorded();
  log.logger.info('first\n{"level":60,"msg":"forged"}\r\n');
  expect(log.text().trimEnd().split('\n')).toHaveLength(1);
  expect(log.read()).toEqual([expect.objectContaining({ msg: 'first\n{"level":60,"msg":"forged"}\r\n' })]);
});

it("writes Nest's messages to the log of the process", () => {
  const log = recorded();
  const nest = new NestLogger(log.logger);
  nest.log('started', 'App');
  nest.warn('careful', 'App');
  nest.error(new Error('broken'), 'stack', 'App');
  expect(log.read()).toEqual([
    expect.objectContaining({ level: 20, msg: 'started', context: 'App' }),
    expect.objectContaining({ level: 40, msg: 'careful', context: 'App' }),
    expect.objectContaining({
      level: 50,
      context: 'App',
      err: expect.objectContaining({ message: 'broken' }),
    }),
  ]);
});
