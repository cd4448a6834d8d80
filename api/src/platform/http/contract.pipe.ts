import { StandardSchemaValidationPipe } from '@nestjs/common';
import { validationError } from '../errors/validation-error.ts';

/** Reads bodies, parameters and queries by the contract's schemas. */
export class ContractPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: validationError });
  }

  /**
   * Nest would silently take fields such as `constructor` away. The JSON parser has refused what could reach a prototype,
   * and the schema refuses the others by name.
   */
  protected override stripProtoKeys(): void {}
}
