import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { fastify } from 'fastify';
import { DomainError } from '../src/platform/errors/domain-error.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import { EventStream, type EndReason } from '../src/modules/events/event-stream.ts';
import { EventStreams, type OpenStream } from '../src/modules/events/event-streams.ts';

/** A stream that stores what it sends. */
function fakeStream(token: string) {
  const sent: string[] = [];
  const ended: EndReason[] = [];
  let onEnd: (reason: EndReason) => void = () => undefined;
  const stream: OpenStream = {
    actor: { id: 7, role: 'client' },
    token,
    open: (listener: typeof onEnd) => (onEnd = listener),
    send: (text: string) => void sent.push(text),
    end: (reason: EndReason) => {
      ended.push(reason);
      onEnd(reason);
    },
  };
  return { stream, sent, ended };
}

const sessions = { validAmong: () => Promise.resolve(new Set(['valid'])) };
const open = (isListening: boolean) =>
  new EventStreams({ isListening, handle: () => undefined }, sessions, new Metrics());

it('[EVENT-9, EVENT-10] keeps silent streams open in balancers, and ends those of expired sessions within a minute', async () => {
  jest.useFakeTimers();
  const streams = open(true);
  streams.onApplicationBootstrap();
  const [valid, expired] = [fakeStream('valid'), fakeStream('expired')];
  for (const { stream } of [valid, expired]) streams.add(stream);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(valid.sent).toEqual([':\n\n', ':\n\n', ':\n\n']);
  expect([valid.ended, expired.ended]).toEqual([[], ['session']]);
  jest.useRealTimers();
});

it('[EVENT-7] refuses streams while no events arrive, and ends all of them on shutdown', () => {
  expect(() => open(false).add(fakeStream('valid').stream)).toThrow(DomainError);
  const streams = open(true);
  const { stream, ended } = fakeStream('valid');
  streams.add(stream);
  streams.beforeApplicationShutdown();
  expect(ended).toEqual(['shutdown']);
  expect(() => streams.add(stream)).toThrow(DomainError);
});

it('[EVENT-8] ends a stream whose client does not read, and counts it', async () => {
  const metrics = new Metrics();
  const streams = new EventStreams({ isListening: true, handle: () => undefined }, sessions, metrics);
  const server = fastify({ forceCloseConnections: true });
  const opened = Promise.withResolvers<EventStream>();
  server.get('/', (_request, reply) => {
    const stream = new EventStream({ id: 7, role: 'client' }, 'valid', reply);
    streams.add(stream);
    opened.resolve(stream);
  });
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const client = connect(Number(port), '127.0.0.1').pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const stream = await opened.promise;
  const isCounted = async () =>
    (await metrics.registry.metrics()).includes('dps_event_streams_ended_total{reason="slow"} 1');
  // More than the buffers of the operating system, which differ.
  for (let sent = 0; sent < 1000 && !(await isCounted()); sent += 1) {
    stream.send(`data: ${'x'.repeat(64 * 1024)}\n\n`);
    await setImmediate();
  }
  expect(await isCounted()).toBe(true);
  client.destroy();
  await server.close();
});
