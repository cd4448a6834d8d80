/** Name of the module, from its package. */
declare const __MODULE_NAME__: string;
/** Version of the module, from its package. */
declare const __MODULE_VERSION__: string;
