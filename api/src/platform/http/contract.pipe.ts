import { StandardSchemaValidationPipe } from '@nestjs/common';
import { validationError } from '../errors/validation-error.ts';

/** Validates bodies, parameters and queries by the contract's schemas. */
export class ContractPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: validationError });
  }

  /**
   * Nest would silently remove fields such as `constructor`. The JSON parser already refuses prototype pollution, and the
   * schemas refuse unknown fields.
   */
  protected override stripProtoKeys(): void {}
}
