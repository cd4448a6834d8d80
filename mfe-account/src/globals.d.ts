/** The module's name in the registry. The build defines it. */
declare const __MODULE_NAME__: string;
/** The version of the release. The build defines it. */
declare const __MODULE_VERSION__: string;
