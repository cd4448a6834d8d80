// A native environment with a document: each test file has its own window of jsdom (docs/adr/0064).
import { createRequire, registerHooks } from 'node:module';
import { addWebApis } from '@dps/contract/testing/environment';
import NativeEnvironment, { jest } from './environment.mjs';

/** Functions of Node that jsdom calls. The window has functions with the same names, which fake timers can replace. */
const OF_NODE = {
  atob,
  btoa,
  clearImmediate,
  clearInterval,
  clearTimeout,
  performance,
  queueMicrotask,
  setImmediate,
  setInterval,
  setTimeout,
};
const KEY = 'dps.functions-of-node';
globalThis[Symbol.for(KEY)] = OF_NODE;
const NAMES = Object.keys(OF_NODE).join(', ');
const PRELUDE = `'use strict'; const { ${NAMES} } = globalThis[Symbol.for('${KEY}')];`;

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!/\/node_modules\/jsdom\/lib\/.*\.js$/.test(url)) return loaded;
    return { ...loaded, source: `${PRELUDE} { ${Buffer.from(loaded.source).toString()}\n}` };
  },
});

const jsdomRequire = createRequire(
  createRequire(import.meta.resolve('jest-environment-jsdom')).resolve('jsdom'),
);
const { JSDOM, VirtualConsole } = jsdomRequire('jsdom');
// Loaded before any window and any fake timers, because it keeps functions that it finds now.
const scheduler = createRequire(import.meta.resolve('react-dom'))('scheduler');
const { implForWrapper } = jsdomRequire('./jsdom/living/generated/utils.js');

/** The window of the current file, and its timers. */
let current;
const timers = new Set();

const tracked =
  (start) =>
  (...args) => {
    const timer = start(...args);
    timers.add(timer);
    return timer;
  };
/** Modules that stay loaded keep these functions, so they are the same for each window. Node's `fetch` needs timers of Node. */
const TIMERS = {
  setTimeout: tracked(setTimeout),
  setInterval: tracked(setInterval),
  clearTimeout,
  clearInterval,
  requestAnimationFrame: (callback) => current.requestAnimationFrame(callback),
  cancelAnimationFrame: (identifier) => current.cancelAnimationFrame(identifier),
};

/** Stops the timers of a file. Those of Node do not keep the process running, and continue. */
function stopTimers() {
  for (const timer of timers) if (timer.hasRef()) clearTimeout(timer);
  timers.clear();
}

/** Sets the object that represents the window in events and in `document.defaultView`. */
function setProxy(window, proxy) {
  Object.assign(window, { _globalProxy: proxy, _parent: proxy, _top: proxy });
  implForWrapper(window.document)._defaultView = proxy;
}

/** Makes `globalThis` the window: it has the window's properties and receives its events. */
function becomeWindow(window) {
  setProxy(window, globalThis);
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
    const isBuiltIn = Object.getOwnPropertyDescriptor(globalThis, name)?.configurable === false;
    if (!isBuiltIn) Object.defineProperty(globalThis, name, { ...descriptor, configurable: true });
  }
  for (const symbol of Object.getOwnPropertySymbols(window)) globalThis[symbol] = window[symbol];
  Object.setPrototypeOf(globalThis, Object.getPrototypeOf(window));
}

/** Fails the current test on an error event, as jest-environment-jsdom does, except while the file listens to such events. */
function reportUncaughtErrors() {
  const { addEventListener, removeEventListener } = globalThis;
  let ownListeners = 0;
  globalThis.addEventListener('error', ({ error }) => {
    if (ownListeners === 0 && (error ?? null) !== null) process.emit('uncaughtException', error);
  });
  globalThis.addEventListener = (type, ...others) => {
    if (type === 'error') ownListeners += 1;
    addEventListener.call(globalThis, type, ...others);
  };
  globalThis.removeEventListener = (type, ...others) => {
    if (type === 'error') ownListeners -= 1;
    removeEventListener.call(globalThis, type, ...others);
  };
}

/** Waits until React has done all scheduled work, because it uses the window of its time. */
const finishRendering = () =>
  new Promise((resolve) => scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, resolve));

export default class NativeDomEnvironment extends NativeEnvironment {
  addGlobals(console) {
    const virtualConsole = new VirtualConsole();
    virtualConsole.sendTo(console, { omitJSDOMErrors: true });
    virtualConsole.on('jsdomError', (error) => console.error(error));
    const options = { pretendToBeVisual: true, url: 'http://localhost/', virtualConsole };
    current = new JSDOM('<!DOCTYPE html>', options).window;
    becomeWindow(current);
    Object.assign(globalThis, TIMERS, { jest });
    addWebApis(globalThis);
    reportUncaughtErrors();
  }

  async teardown() {
    await finishRendering();
    setProxy(current, current);
    current.close();
    stopTimers();
    await super.teardown();
  }

  exportConditions() {
    return ['browser'];
  }
}
