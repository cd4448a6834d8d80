import { useRef } from 'react';
import { useFormik } from 'formik';
import { NO_REFUSALS, refusalsOf, standingRefusals, type Refusals } from './refusals.ts';

interface Options<Values> {
  initialValues: Values;
  /** Takes new initial values over when they change. */
  enableReinitialize?: boolean;
  /** What the contract says against the values, by field. */
  check: (values: Values) => Record<string, string>;
  /** Sends values without errors; resolves with the error of a call that failed. */
  send: (values: Values) => Promise<{ error?: unknown }>;
}

/** A Formik form whose fields show what the contract says and, after it was sent, what the server refused. */
export function useCheckedForm<Values extends Record<keyof Values, unknown>>({
  check,
  send,
  ...options
}: Options<Values>) {
  const refusals = useRef<Refusals>(NO_REFUSALS);
  const validate = (values: Values) => ({
    ...standingRefusals(refusals.current, values),
    ...check(values),
  });
  return useFormik<Values>({
    ...options,
    validate,
    onSubmit: async (values, { validateForm }) => {
      const { error } = await send(values);
      refusals.current = refusalsOf(error, values);
      await validateForm(values);
    },
  });
}
