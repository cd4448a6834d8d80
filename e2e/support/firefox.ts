#!/usr/bin/env node
/**
 * Starts the Firefox that `FIREFOX_PATH` names, for Playwright, with the given arguments. Playwright sets the colour scheme of
 * each page by a command that Firefox ESR does not have, so this process responds to it between both. Pages then follow the system.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer, type RawData } from 'ws';

const MISSING = 'emulation.setMediaFeaturesOverride';
/** Maximum size of a message, in bytes. Uploaded files are parts of messages. */
const maxPayload = 256 * 1024 * 1024;

function textOf(data: RawData): string {
  if (data instanceof ArrayBuffer) return Buffer.from(data).toString();
  return (Array.isArray(data) ? Buffer.concat(data) : data).toString();
}

async function connect(client: WebSocket, address: string): Promise<void> {
  const browser = new WebSocket(address, { maxPayload });
  const early: string[] = [];
  let send = (text: string): void => void early.push(text);
  client.on('message', (data) => {
    const text = textOf(data);
    const { id, method }: { id: number; method: string } = JSON.parse(text);
    if (method === MISSING) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else send(text);
  });
  browser.on('message', (data) => client.send(textOf(data)));
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
  await once(browser, 'open');
  send = (text) => browser.send(text);
  early.forEach(send);
}

/** Listens for Playwright. Resolves with the origin. */
async function listen(browser: string): Promise<string> {
  const server = createServer();
  new WebSocketServer({ server, maxPayload }).on(
    'connection',
    (client, { url }) => void connect(client, browser + url),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return `ws://127.0.0.1:${address.port}`;
}

const firefox = spawn(process.env['FIREFOX_PATH'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => firefox.kill(signal));

createInterface(firefox.stderr).on('line', (line) => {
  const [, origin] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
  if (origin === undefined) return;
  // Playwright reads this line.
  void listen(origin).then((own) => process.stderr.write(`WebDriver BiDi listening on ${own}\n`));
});
