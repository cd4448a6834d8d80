import { setLocale } from 'yup';

/** The kind of a value for a message; never the value itself, which may be huge, deep or secret. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Names come from the sender, in any length. */
function unknownFields(names: unknown): string {
  return `Unknown fields: ${String(names).slice(0, 200)}`;
}

// yup's own text for a wrong type prints the value, which overflows the stack on deep JSON and would echo passwords.
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

export * from 'yup';
