import { useId, type ChangeEvent, type FocusEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What of a Formik form a field needs. */
interface FormikLike<Values> {
  values: Values;
  errors: Readonly<Record<string, unknown>>;
  touched: Readonly<Record<string, unknown>>;
  handleChange: (event: ChangeEvent<Field>) => void;
  handleBlur: (event: FocusEvent<Field>) => void;
}

/**
 * The props of a `TextField` for one value of a Formik form: its error shows once the field was left or the form sent.
 *
 * @param form the form's name; with it the field's id is the same on every visit, as password managers like it
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
