import type { RegistryModule } from '@dps/shared-contracts';

/** A part of a module that none of its releases could give. */
export class ModuleUnavailable extends Error {
  constructor({ name, stable, choice }: RegistryModule, cause: unknown) {
    const reason = choice?.problem ?? (cause instanceof Error ? cause.message : String(cause));
    super(`${name} ${stable} is unavailable: ${reason}`, { cause });
    this.name = 'ModuleUnavailable';
  }
}
