import { useRef, useState } from 'react';
import { useFormik } from 'formik';
import type { ErrorCode } from '@dps/contract';
import { isApiError } from '@dps/contract/guest';

/** Values that the server rejected, by field, each with the message. */
type RejectedValues = Readonly<Record<string, { value: unknown; message: string }>>;

const NO_REJECTED_VALUES: RejectedValues = {};

const FIELD_OF_CODE: Partial<Record<ErrorCode, string>> = {
  username_taken: 'username',
  email_taken: 'email',
};

/** Returns the sent values that the server rejected; `NO_REJECTED_VALUES` if the error concerns no field of the form. */
function rejectedValues(error: unknown, sent: Readonly<Record<string, unknown>>): RejectedValues {
  if (!isApiError(error)) return NO_REJECTED_VALUES;
  const { code, userMessage, fields = [] } = error;
  const field = code && FIELD_OF_CODE[code];
  const named = field && userMessage ? [{ path: field, message: userMessage }, ...fields] : fields;
  const inForm = named.filter(({ path }) => Object.hasOwn(sent, path));
  if (inForm.length === 0) return NO_REJECTED_VALUES;
  return Object.fromEntries(inForm.map(({ path, message }) => [path, { value: sent[path], message }]));
}

/** Returns the messages of the rejected values that the form still contains, by field. */
function rejectionErrors(
  rejected: RejectedValues,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rejected)
      .filter(([field, { value }]) => values[field] === value)
      .map(([field, { message }]) => [field, message]),
  );
}

interface Options<Values> {
  initialValues: Values;
  /** Resets the form when the initial values change. */
  enableReinitialize?: boolean;
  /** Returns the errors by field. */
  check: (values: Values) => Record<string, string> | Promise<Record<string, string>>;
  /** Sends valid values. Resolves with the error of the call, if any. */
  send: (values: Values) => Promise<{ error?: unknown }>;
}

/**
 * A Formik form whose fields show validation errors and the errors of the server. Only one request is active at a time.
 * `failure` is the error of the last call if it concerns no field; it disappears when the form changes.
 */
export function useValidatedForm<Values extends Record<keyof Values, unknown>>({
  check,
  send,
  ...options
}: Options<Values>) {
  const rejected = useRef<RejectedValues>(NO_REJECTED_VALUES);
  const [failed, setFailed] = useState<{ values: Values; error: unknown }>();
  const validate = async (values: Values) => {
    const errors = await check(values);
    return { ...rejectionErrors(rejected.current, values), ...errors };
  };
  const formik = useFormik<Values>({
    ...options,
    validate,
    onSubmit: async (values, { validateForm }) => {
      setFailed(undefined);
      const { error } = await send(values);
      rejected.current = rejectedValues(error, values);
      if (error && rejected.current === NO_REJECTED_VALUES) setFailed({ values, error });
      await validateForm(values);
    },
  });
  return { ...formik, failure: failed?.values === formik.values ? failed.error : undefined };
}
