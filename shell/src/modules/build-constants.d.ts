/** Written in by the build. */
declare const __MODULE_VERSION__: string;
/** The global name under which the shell lends its federation runtime to modules. */
declare const __LENT_RUNTIME__: string;
