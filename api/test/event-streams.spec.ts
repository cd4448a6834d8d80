import { jest } from '@jest/globals';
import { DomainError } from '../src/platform/errors/domain-error.ts';
import { Metrics } from '../src/platform/metrics/metrics.ts';
import type { EndReason } from '../src/modules/events/event-stream.ts';
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

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('[EVENT-9, EVENT-10] keeps silent streams open in balancers, and ends those of expired sessions within a minute', async () => {
  const streams = open(true);
  streams.onApplicationBootstrap();
  const [valid, expired] = [fakeStream('valid'), fakeStream('expired')];
  for (const { stream } of [valid, expired]) streams.add(stream);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(valid.sent).toEqual([':\n\n', ':\n\n', ':\n\n']);
  expect([valid.ended, expired.ended]).toEqual([[], ['session']]);
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
