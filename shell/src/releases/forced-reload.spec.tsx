import { jest } from '@jest/globals';
import { aRegistry } from '../testing/registry.ts';
import { RELOAD_WANTED, watchForcedReload } from './forced-reload.ts';

const TEN_SECONDS = 10_000;
const onReload = jest.fn();
const onWanted = jest.fn();
let end: () => void;
let respond: () => Response | Promise<Response>;
const respondWith = (text: string) => () => new Response(text);
const keepUnsaved = (event: Event) => event.preventDefault();

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => respond());
  globalThis.addEventListener(RELOAD_WANTED, onWanted);
  end = watchForcedReload({ ...aRegistry(), revision: 6 }, onReload);
});
afterEach(() => {
  end();
  globalThis.removeEventListener(RELOAD_WANTED, onWanted);
  globalThis.removeEventListener('beforeunload', keepUnsaved);
  sessionStorage.clear();
  jest.useRealTimers();
  jest.restoreAllMocks();
  jest.clearAllMocks();
});

it('[MODULE-13] reloads an older page within 10 s, and once for a revision', async () => {
  respond = respondWith('7');
  await jest.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(onReload).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(onReload).toHaveBeenCalledTimes(1);
  respond = respondWith('8');
  await jest.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(onReload).toHaveBeenCalledTimes(2);
});

const field = document.createElement('input');
const dialog = document.createElement('div');
dialog.setAttribute('role', 'dialog');
function changeField() {
  document.body.append(field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

it.each<[string, () => void, () => void]>([
  [
    'unsaved changes',
    () => globalThis.addEventListener('beforeunload', keepUnsaved),
    () => globalThis.removeEventListener('beforeunload', keepUnsaved),
  ],
  ['an open dialog', () => document.body.append(dialog), () => dialog.remove()],
  ['a changed field', changeField, () => field.remove()],
])('reloads a page with %s after their end, and reports it before', async (_case, begin, finish) => {
  respond = respondWith('7');
  begin();
  await jest.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(onReload).not.toHaveBeenCalled();
  expect(onWanted).toHaveBeenCalled();
  finish();
  await jest.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(onReload).toHaveBeenCalledTimes(1);
});

it('reloads a hidden page when it is shown', async () => {
  respond = respondWith('7');
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await jest.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(onReload).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(onReload).toHaveBeenCalledTimes(1);
});

it.each<[string, () => Response | Promise<Response>]>([
  ['the revision of the page', respondWith('6')],
  ['no forced reload', respondWith('0')],
  ['the document of an older gateway', respondWith('<!doctype html>')],
  ['an error', () => new Response('7', { status: 503 })],
  ['no response', () => Promise.reject(new Error('no network'))],
])('does not reload after %s', async (_case, given) => {
  respond = given;
  await jest.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(onReload).not.toHaveBeenCalled();
});
