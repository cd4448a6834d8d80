/** Keys of the keyboard that the checks press. */
export type Key = 'End' | 'Enter' | 'Escape';

export interface PageElement {
  /** Scrolls the element into view and clicks its centre with the mouse. */
  click(): Promise<void>;
  /** Chooses files in a file input. */
  chooseFiles(files: readonly string[]): Promise<void>;
}

/** A window with cookies of its own, driven with real input events. */
export interface EngineWindow {
  /** Version of the browser. */
  readonly version: string;
  /** Script errors and violations of the security policy, as far as the engine reports them. */
  readonly errors: string[];
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Resolves with the value of an expression in the page. Scripts of the protocol are not subject to the page's policies. */
  evaluate(expression: string): Promise<unknown>;
  /** Resolves with the element of an expression in the page. */
  element(expression: string): Promise<PageElement>;
  press(key: Key): Promise<void>;
  /** Selects the text of the focused field with the keyboard. */
  selectAll(): Promise<void>;
  /** Types a text, key by key. */
  type(text: string): Promise<void>;
  /** Sets the size of the page in CSS pixels. The height may differ by a tool bar. */
  resize(width: number, height: number): Promise<void>;
  /** Writes a PNG of the visible part of the page. */
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
}

/** A running browser. */
export interface Engine {
  openWindow(): Promise<EngineWindow>;
  close(): Promise<void>;
}

/** A browser that the checks support. */
export interface EngineKind {
  name: 'Chromium' | 'Firefox' | 'WebKitGTK';
  /** Debian packages that install it. */
  packages: string;
  /** Returns the programs that it needs and that are installed, or undefined if one is missing. */
  find(): EngineStart | undefined;
}

/**
 * Starts a browser.
 *
 * @param folder an empty folder for its settings; it saves downloads in the subfolder `downloads`
 */
export type EngineStart = (folder: string) => Promise<Engine>;

/** Variables of all engines: settings in `folder`, and the language and time zone of the journeys. */
export const environmentOf = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: folder,
  XDG_CONFIG_HOME: `${folder}/config`,
  LANG: 'en_US.UTF-8',
  TZ: 'America/Chicago',
});
