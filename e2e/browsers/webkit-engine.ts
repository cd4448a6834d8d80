import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Builder, Key as SeleniumKey, WebElement, type WebDriver } from 'selenium-webdriver';
import { freePort } from '@dps/local-stack/ports';
import { signalGroup } from '@dps/local-stack/process/stop-child';
import { watchOver } from '@dps/local-stack/process/watchdog';
import { framebufferToPng } from './framebuffer.ts';
import { environmentOf, type Engine, type EngineKind, type EngineWindow, type Key } from './engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';
const START_WITHIN_MS = 120_000;

const KEYS = {
  End: SeleniumKey.END,
  Enter: SeleniumKey.ENTER,
  Escape: SeleniumKey.ESCAPE,
} satisfies Record<Key, string>;

/** Without animations, and with a tool bar that is narrower than a phone. */
function writeSettings(folder: string): void {
  const gtk = join(folder, 'config/gtk-3.0');
  mkdirSync(gtk, { recursive: true });
  writeFileSync(join(gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  writeFileSync(join(gtk, 'gtk.css'), '* { min-width: 0; min-height: 0; padding: 0; margin: 0; }\n');
  writeFileSync(join(folder, 'config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${join(folder, 'downloads')}"\n`);
}

/** Starts a process group. It ends with `end`, and with this process. */
function startGroup(child: ChildProcess): { end: () => Promise<void> } {
  const { pid } = child;
  if (pid === undefined) throw new Error(`${child.spawnfile} does not start`);
  const unwatch = watchOver({ pid, signal: 'SIGTERM', group: true });
  const exit = once(child, 'exit');
  return {
    end: async () => {
      unwatch();
      signalGroup(child, 'SIGKILL');
      await exit;
    },
  };
}

/**
 * Starts a display server on a free display.
 *
 * @param folder folder of its framebuffer, the file `Xvfb_screen0`
 */
async function startDisplay(folder: string): Promise<{ display: string; end: () => Promise<void> }> {
  // The mouse pointer starts in the centre, outside of the largest window: its events would interrupt simulated clicks.
  const screen = ['-screen', '0', '3200x2000x24', '-fbdir', folder];
  const parameters = ['-displayfd', '3', ...screen, '-nolisten', 'tcp'];
  const child = spawn(DISPLAY_SERVER, parameters, {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const group = startGroup(child);
  const output = child.stdio[3];
  if (!output || !('setEncoding' in output)) throw new Error('The display server has no output');
  const [number] = await once(output, 'data', { signal: AbortSignal.timeout(START_WITHIN_MS) });
  return { display: `:${String(number).trim()}`, end: group.end };
}

async function untilListening(port: number): Promise<void> {
  const start = performance.now();
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    if (performance.now() - start > START_WITHIN_MS) throw new Error('WebKitWebDriver does not start');
    await delay(50);
  }
}

async function windowOf(
  driver: WebDriver,
  framebuffer: string,
  close: () => Promise<void>,
): Promise<EngineWindow> {
  const window = driver.manage().window();
  return {
    version: (await driver.getCapabilities()).getBrowserVersion() ?? '',
    // The protocol has no log. The product reports script errors and violations to the server.
    errors: [],
    open: (url) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    element: async (expression) => {
      const element: unknown = await driver.executeScript(`return (${expression})`);
      if (!(element instanceof WebElement)) throw new Error('The expression has no element');
      return {
        click: async () => {
          // The protocol does not click elements in a shadow root. They receive the focus for the keyboard instead.
          const script =
            'const [element] = arguments; return element.getRootNode() instanceof ShadowRoot && (element.focus(), true)';
          if ((await driver.executeScript(script, element)) !== true) await element.click();
        },
        chooseFiles: (files) => element.sendKeys(files.join('\n')),
      };
    },
    press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
    selectAll: async () => {
      const { CONTROL } = SeleniumKey;
      await driver.actions().keyDown(CONTROL).sendKeys('a').keyUp(CONTROL).perform();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    resize: async (width, height) => void (await window.setRect({ x: 0, y: 0, width, height })),
    // The protocol's own screenshot does not end if the page does not change.
    screenshot: async (file) => writeFile(file, await framebufferToPng(framebuffer, await window.getRect())),
    close,
  };
}

/**
 * Opens a window.
 *
 * @param ends receives the functions that end its processes
 */
async function openWindow(
  binary: string,
  folder: string,
  ends: (() => Promise<void>)[],
): Promise<EngineWindow> {
  // A driver has one session. On a common display, windows would cover each other.
  const frames = mkdtempSync(join(folder, 'display-'));
  const { display, end } = await startDisplay(frames);
  ends.push(end);
  const env = {
    ...environmentOf(folder),
    DISPLAY: display,
    // The sandbox requires namespaces, which containers and root often lack. The checks open the local product only.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // The display server has no graphics processor, so the compositor would draw nothing.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const port = await freePort();
  const group = startGroup(spawn(DRIVER, [`--port=${port}`], { detached: true, stdio: 'ignore', env }));
  ends.push(group.end);
  await untilListening(port);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build();
  return windowOf(driver, join(frames, 'Xvfb_screen0'), async () => {
    await group.end();
    await end();
  });
}

function startEngine(binary: string, folder: string): Promise<Engine> {
  writeSettings(folder);
  const ends: (() => Promise<void>)[] = [];
  return Promise.resolve({
    openWindow: () => openWindow(binary, folder, ends),
    close: async () => void (await Promise.all(ends.map((end) => end()))),
  });
}

export const WEBKIT: EngineKind = {
  name: 'WebKitGTK',
  packages: 'webkit2gtk-driver xvfb',
  find: () => {
    const [binary] = globSync(BROWSER);
    if (binary === undefined || ![DRIVER, DISPLAY_SERVER].every((file) => existsSync(file))) return undefined;
    return (folder) => startEngine(binary, folder);
  },
};
