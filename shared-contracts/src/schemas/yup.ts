import { ObjectSchema, setLocale } from 'yup';

/** The kind of a value for a message; never the value itself, which may be huge, deep or secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Names in a body come from the client and may have any length. */
function unknownFields(names: unknown): string {
  return `Unknown fields: ${String(names).slice(0, 200)}`;
}

// yup's own message for a wrong type prints the value, which overflows the stack on deep JSON and would show passwords.
setLocale({
  mixed: {
    required: 'Required',
    notNull: 'Expected a value, received null',
    default: 'Invalid input',
    oneOf: 'Invalid input',
    notType: ({ type, originalValue }) => `Expected ${type}, received ${kindOf(originalValue)}`,
  },
  object: {
    exact: ({ properties }) => unknownFields(properties),
    noUnknown: ({ unknown }) => unknownFields(unknown),
  },
});

// yup looks up the names in a body among its fields, and would find inherited properties: a field `toString` would throw a
// TypeError.
const clone = Object.getOwnPropertyDescriptors(ObjectSchema.prototype).clone.value;
if (!clone) throw new Error('This release of yup has no ObjectSchema.clone to build on');
ObjectSchema.prototype.clone = function cloneWithoutInheritance(this: ObjectSchema<object>, spec) {
  const copy = clone.call(this, spec);
  Object.setPrototypeOf(copy.fields, null);
  return copy;
};

export * from 'yup';
