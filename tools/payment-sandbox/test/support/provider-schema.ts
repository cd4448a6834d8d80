import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Project, type Type } from 'ts-morph';

/** The SDK's declarations of the sandbox's objects. Other resources are not loaded: the sandbox shows their ids. */
const FILES = ['PaymentIntents', 'PaymentMethods', 'Charges', 'Refunds', 'Disputes', 'Events'];

const SDK = new URL('./', import.meta.resolve('stripe'));

/**
 * Returns a validator for an interface of the SDK, by a JSON Schema that is generated from its declaration. It accepts no
 * unknown property and, unlike the compiler, no value outside a union of literals.
 */
export function schemaGenerator(): (file: string, name: string) => ValidateFunction {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { strict: true } });
  const declarations = (path: string) =>
    project.createSourceFile(path, readFileSync(new URL(path, SDK), 'utf8'));
  const files = new Map(FILES.map((name) => [name, declarations(`resources/${name}.d.ts`)]));
  const lib = declarations('lib.d.ts');
  const shared = declarations('shared.d.ts');
  // The SDK keeps its unions open for future values. Without this type they are closed.
  shared.getTypeAliasOrThrow('OtherString').setType('never');

  const ajv = new Ajv({ allErrors: true, strict: false });
  const definitions = new Map<Type['compilerType'], string>();
  const $defs: Record<string, object> = {};

  function schemaOf(type: Type): object {
    if (type.isUnknown()) return {};
    if (type.isAny()) return { type: ['string', 'null'] };
    if (type.isUnion()) {
      return {
        anyOf: type
          .getUnionTypes()
          .filter((one) => !one.isUndefined())
          .map(schemaOf),
      };
    }
    if (type.isNull()) return { type: 'null' };
    if (type.isBooleanLiteral()) return { const: type.getText() === 'true' };
    if (type.isLiteral()) return { const: type.getLiteralValue() };
    if (type.isString()) return { type: 'string' };
    if (type.isNumber()) return { type: 'number' };
    if (type.isBoolean()) return { type: 'boolean' };
    if (type.isArray()) return { type: 'array', items: schemaOf(type.getArrayElementTypeOrThrow()) };
    return { $ref: `#/$defs/${definitionOf(type)}` };
  }

  function definitionOf(type: Type): string {
    const known = definitions.get(type.compilerType);
    if (known !== undefined) return known;
    const name = String(definitions.size);
    definitions.set(type.compilerType, name);
    const properties = type.getProperties();
    const index = type.getStringIndexType();
    $defs[name] = {
      type: 'object',
      properties: Object.fromEntries(
        properties.map((property) => [property.getName(), schemaOf(property.getTypeAtLocation(lib))]),
      ),
      required: properties.filter((property) => !property.isOptional()).map((property) => property.getName()),
      additionalProperties: index ? schemaOf(index) : false,
    };
    return name;
  }

  return (file, name) => {
    const source = files.get(file);
    if (!source) throw new Error(`No declarations of ${file} are loaded.`);
    const [namespace, inner] = name.split('.');
    const scope = inner === undefined ? source : source.getModuleOrThrow(namespace ?? '');
    const $ref = `#/$defs/${definitionOf(scope.getInterfaceOrThrow(inner ?? name).getType())}`;
    return ajv.compile({ $ref, $defs });
  };
}
