/** The registry's text as it was read. */
export interface Stored {
  text: string;
  /** Identifies this state of the registry. */
  mark: string;
  /** The revision, where the store counts revisions itself. */
  revision?: number;
}

/** Where releases and the registry are: a folder, or a bucket that speaks S3. Paths have forward slashes and no leading one. */
export interface ReleaseStore {
  /** For people: where this is. */
  readonly address: string;
  /** The registry, or null in a store that has none yet. */
  readRegistry(): Promise<Stored | null>;
  /**
   * Replaces the registry, but only where it still stands as it was read.
   *
   * @param revision the revision of the new text
   * @param mark of the text that it replaces; null where there was none
   * @returns false when somebody else was first
   */
  replaceRegistry(text: string, revision: number, mark: string | null): Promise<boolean>;
  /** The content of a file, or null where there is none. */
  readFile(path: string): Promise<Buffer | null>;
  /** Writes a file that was not there. Returns false, and changes nothing, where it was. */
  createFile(path: string, content: Uint8Array): Promise<boolean>;
  /** Paths of all files below a folder, sorted. */
  listFiles(folder: string): Promise<string[]>;
}

export const REGISTRY_FILE = 'registry.json';
export const RELEASE_FILE = 'release.json';
