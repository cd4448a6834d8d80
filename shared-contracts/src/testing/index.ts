export { aClient, aFlightRecord, aJob, aJobDetail, aPilot } from './builders.ts';
export { reply, type FakeRequest, type Handler, type Handlers } from './fake-server.ts';
export { renderInShell, type Shell, type ShellOptions } from './render-in-shell.tsx';
