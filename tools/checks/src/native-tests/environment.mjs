// Runs test files in the realm of Jest's worker, without a context of their own (CONTRIBUTING.md, Tests). Each file finds the globals and
// the environment variables as the worker had them at its start.
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const mocks = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });

/** Replaces the export of `@jest/globals`, with what the tests in this environment use. */
export const jest = {
  fn: mocks.fn.bind(mocks),
  spyOn: mocks.spyOn.bind(mocks),
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
};

/**
 * Restores globals that a test file replaced. Added ones stay, because modules that stay loaded use them. The console of the
 * file stays too: it reports what is logged too late.
 */
function restoreGlobals({ console: _console, ...descriptors }) {
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
  fakeTimersModern = timers;
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #variables = { ...process.env };
  #exit = Object.getOwnPropertyDescriptor(process, 'exit');
  #folder = process.cwd();

  constructor({ projectConfig }) {
    Object.assign(globalThis, projectConfig.globals);
  }

  async setup() {}

  async teardown() {
    timers.useRealTimers();
    mocks.restoreAllMocks();
    restoreGlobals(this.#globals);
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
