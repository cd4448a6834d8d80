/** The module's name in the registry. The build sets it. */
declare const __MODULE_NAME__: string;
/** The version of the release. The build sets it. */
declare const __MODULE_VERSION__: string;

declare module '*.svg' {
  /** Address of the picture. */
  const address: string;
  export default address;
}
