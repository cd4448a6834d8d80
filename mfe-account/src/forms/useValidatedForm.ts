import { useRef, useState } from 'react';
import { useFormik } from 'formik';
import {
  NO_REJECTED_VALUES,
  rejectedValues,
  rejectionErrors,
  type RejectedValues,
} from './rejected-values.ts';

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
