// Runs test files in the realm of Jest's worker, without a context of their own (docs/adr/0063, docs/adr/0064). Each file finds
// the globals and the environment variables as the worker had them at its start.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const mocks = new ModuleMocker(globalThis);
/** Fake timers replace globals only. For `globalThis` itself, they would also replace the functions of `node:timers`. */
const fakeable = new Proxy(globalThis, {});
/** Functions that Node's `fetch` and streams call, so they stay real. */
const REAL = ['hrtime', 'nextTick', 'queueMicrotask'];

/** The fake timers of the current file. */
let timers;

/** Replaces the export of `@jest/globals`, with what the tests in this environment use. */
export const jest = {
  fn: mocks.fn.bind(mocks),
  spyOn: mocks.spyOn.bind(mocks),
  mocked: (source) => source,
  clearAllMocks: () => mocks.clearAllMocks(),
  restoreAllMocks: () => mocks.restoreAllMocks(),
  useFakeTimers: ({ doNotFake = [], ...options } = {}) =>
    timers.useFakeTimers({ ...options, doNotFake: [...REAL, ...doNotFake] }),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
  advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
  runAllTimers: () => timers.runAllTimers(),
  runAllTimersAsync: () => timers.runAllTimersAsync(),
  getTimerCount: () => timers.getTimerCount(),
};

/**
 * Restores globals that a test file replaced, and removes the added ones. Symbols stay if they are not among `added`, because
 * modules that stay loaded use them. The console of the file stays too: it reports what is logged too late.
 */
function restoreGlobals({ console: _console, ...descriptors }, prototype, added) {
  Object.setPrototypeOf(globalThis, prototype);
  for (const key of added)
    if (key !== 'console' && !(key in descriptors)) Reflect.deleteProperty(globalThis, key);
  for (const key of Reflect.ownKeys(descriptors)) {
    const now = Object.getOwnPropertyDescriptor(globalThis, key);
    const before = descriptors[key];
    if (now?.value !== before.value || now?.get !== before.get)
      Reflect.defineProperty(globalThis, key, before);
  }
}

export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = mocks;
  fakeTimers = null;
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #prototype = Object.getPrototypeOf(globalThis);
  #ofEnvironment;
  #keepsGlobals;
  #variables = { ...process.env };
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');
  #folder = process.cwd();

  constructor({ projectConfig }, { console }) {
    this.addGlobals(console);
    this.#ofEnvironment = Reflect.ownKeys(globalThis);
    this.#keepsGlobals = projectConfig.testEnvironmentOptions.keepsGlobals;
    Object.assign(globalThis, projectConfig.globals);
    timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: fakeable });
    this.fakeTimersModern = timers;
  }

  addGlobals() {}

  async setup() {}

  async teardown() {
    timers.useRealTimers();
    mocks.restoreAllMocks();
    const added = this.#keepsGlobals ? [] : Object.getOwnPropertyNames(globalThis);
    restoreGlobals(this.#globals, this.#prototype, [...this.#ofEnvironment, ...added]);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    Object.defineProperty(process, 'exit', this.#exit);
    process.chdir(this.#folder);
  }

  exportConditions() {
    return [];
  }

  getVmContext() {
    return null;
  }
}
