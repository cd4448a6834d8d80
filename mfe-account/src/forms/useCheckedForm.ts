import { useRef, useState, type FormEvent } from 'react';
import { useFormik } from 'formik';
import { NO_REFUSALS, refusalsOf, standingRefusals, type Refusals } from './refusals.ts';

interface Options<Values> {
  initialValues: Values;
  /** Takes new initial values over when they change. */
  enableReinitialize?: boolean;
  /** What the contract says against the values, by field; it may have to be fetched first. */
  check: (values: Values) => Record<string, string> | Promise<Record<string, string>>;
  /** Sends values without errors; resolves with the error of a call that failed. */
  send: (values: Values) => Promise<{ error?: unknown }>;
}

/**
 * A Formik form whose fields show what the contract says and, after it was sent, what the server refused. It is sent once
 * at a time. `failure` is the error of the last call where that is about no field, until the form changes.
 */
export function useCheckedForm<Values extends Record<keyof Values, unknown>>({
  check,
  send,
  ...options
}: Options<Values>) {
  const refusals = useRef<Refusals>(NO_REFUSALS);
  const [failed, setFailed] = useState<{ values: Values; error: unknown }>();
  const validate = async (values: Values) => {
    const errors = await check(values);
    return { ...standingRefusals(refusals.current, values), ...errors };
  };
  const formik = useFormik<Values>({
    ...options,
    validate,
    onSubmit: async (values, { validateForm }) => {
      setFailed(undefined);
      const { error } = await send(values);
      refusals.current = refusalsOf(error, values);
      if (error && refusals.current === NO_REFUSALS) setFailed({ values, error });
      await validateForm(values);
    },
  });
  const handleSubmit = (event?: FormEvent<HTMLFormElement>) => {
    if (formik.isSubmitting) event?.preventDefault();
    else formik.handleSubmit(event);
  };
  return { ...formik, handleSubmit, failure: failed?.values === formik.values ? failed.error : undefined };
}
