import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BodyIntake } from './body-intake.ts';

const LIMITS = {
  startBytes: 10,
  rate: { graceMs: 10_000, bytesPerSecond: 1 },
  memoryBytes: 3 * 8 * 1024 + 100,
};

/** Starts to receive a body that does not end. */
function receiveOpen(intake: BodyIntake, network: string) {
  const body = new PassThrough();
  const outcome = intake.receive(body, network).then(
    ({ isComplete }) => (isComplete ? 'complete' : 'started'),
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );
  return { body, outcome };
}

describe('BodyIntake', () => {
  it('returns a short body completely', async () => {
    const body = new PassThrough();
    const received = new BodyIntake(LIMITS).receive(body, 'a');
    body.write('abc');
    body.end('def');
    const { body: complete, isComplete } = await received;
    expect(isComplete).toBe(true);
    expect(String(await buffer(complete))).toBe('abcdef');
  });

  it('returns a long body from its first byte, once its start has arrived', async () => {
    const body = new PassThrough();
    const received = new BodyIntake(LIMITS).receive(body, 'a');
    body.write('0123456789');
    body.write('abc');
    const { body: started, isComplete } = await received;
    expect(isComplete).toBe(false);
    body.end('def');
    expect(String(await buffer(started))).toBe('0123456789abcdef');
  });

  it('refuses a body whose client disconnects', async () => {
    const { body, outcome } = receiveOpen(new BodyIntake(LIMITS), 'a');
    body.destroy();
    expect(await outcome).toContain('ended before');
  });

  it('refuses the oldest body of the network with the most memory when the memory is full', async () => {
    const intake = new BodyIntake(LIMITS);
    const other = receiveOpen(intake, 'other');
    const oldest = receiveOpen(intake, 'largest');
    const younger = receiveOpen(intake, 'largest');
    const youngest = receiveOpen(intake, 'largest');
    expect(await oldest.outcome).toContain('too slowly');
    for (const { body, outcome } of [other, younger, youngest]) {
      body.end('x');
      expect(await outcome).toBe('complete');
    }
  });

  it('uses the memory of finished bodies again', async () => {
    const intake = new BodyIntake(LIMITS);
    for (let count = 0; count < 10; count += 1) {
      const { body, outcome } = receiveOpen(intake, 'a');
      body.end('x');
      expect(await outcome).toBe('complete');
    }
  });
});
