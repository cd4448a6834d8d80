import { useId, type ChangeEvent, type FocusEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The part of a Formik form that a field uses. */
interface FormikLike<Values> {
  values: Values;
  errors: Readonly<Record<string, unknown>>;
  touched: Readonly<Record<string, unknown>>;
  handleChange: (event: ChangeEvent<Field>) => void;
  handleBlur: (event: FocusEvent<Field>) => void;
}

/**
 * Returns the props of a `TextField` for one value of a Formik form. An error shows after blur or submission.
 *
 * @param form name of the form; makes the id of the field stable, which password managers require
 */
export function useFormikField<Values extends object, Name extends keyof Values & string>(
  formik: FormikLike<Values>,
  name: Name,
  form?: string,
) {
  const id = useId();
  const message = formik.errors[name];
  const shown = formik.touched[name] && typeof message === 'string' ? message : undefined;
  return {
    id: `${form ?? id}-${name}`,
    name,
    value: formik.values[name] ?? '',
    onChange: formik.handleChange,
    onBlur: formik.handleBlur,
    error: shown !== undefined,
    helperText: shown,
  };
}
