/** The module's name in the registry; the build writes it in. */
declare const __MODULE_NAME__: string;
/** The version of the release; the build writes it in. */
declare const __MODULE_VERSION__: string;

declare module '*.svg' {
  /** Address of the picture. */
  const address: string;
  export default address;
}
