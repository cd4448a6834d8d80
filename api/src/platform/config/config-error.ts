/** An environment that cannot be used; `message` names every wrong variable and says what it should be. */
export class ConfigError extends Error {}
