import { Component, type ComponentProps, type FormEvent, type RefObject, type SyntheticEvent } from 'react';
import { Stack, useFocusFirstError } from '@dps/ui';

interface Formik {
  values: object;
  setFieldValue: (name: string, value: string, shouldValidate: false) => Promise<unknown>;
  validateForm: () => Promise<unknown>;
  handleSubmit: () => void;
  submitCount: number;
  isSubmitting: boolean;
  isValid: boolean;
}

interface Filled {
  name: string;
  value: string;
}

/** Returns the visible texts that are not the values of the form: some password managers fill fields in without an event. */
function filledIn(form: HTMLFormElement | null, values: object): Filled[] {
  const fields = form?.querySelectorAll<HTMLInputElement>(
    '[autocomplete]:not([autocomplete="off"],[readonly])',
  );
  return Array.from(fields ?? [], ({ name, value }) => ({ name, value })).filter(
    ({ name, value }) => value !== '' && Reflect.get(values, name) !== value,
  );
}

interface ReaderProps {
  form: RefObject<HTMLFormElement | null>;
  values: object;
  onFilled: (filled: readonly Filled[]) => void;
}

/** Reads the fields before React writes the values of the form to them. Only a class can. */
class FieldReader extends Component<ReaderProps> {
  override getSnapshotBeforeUpdate({ form, values }: ReaderProps): Filled[] {
    return filledIn(form.current, values);
  }

  override componentDidUpdate(_previous: ReaderProps, _state: unknown, filled: readonly Filled[]): void {
    this.props.onFilled(filled);
  }

  override render() {
    return null;
  }
}

interface Props extends Omit<ComponentProps<typeof Stack<'form'>>, 'component' | 'ref' | 'onSubmit'> {
  formik: Formik;
}

/** A form of `useValidatedForm`, which sends what its fields show. Focuses the first invalid field after a refusal. */
export function ValidatedForm({ formik, children, ...props }: Props) {
  const { values, setFieldValue, validateForm, handleSubmit } = formik;
  const form = useFocusFirstError(formik);
  const setFilled = (filled: readonly Filled[]) =>
    Promise.all(filled.map(({ name, value }) => setFieldValue(name, value, false)));
  const readAndValidate = async (filled: readonly Filled[]) => {
    if (filled.length === 0) return;
    await setFilled(filled);
    await validateForm();
  };
  const onFocusChange = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) =>
    void readAndValidate(filledIn(currentTarget, values));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (formik.isSubmitting) return;
    // React renders the values of an event before the promise settles.
    await setFilled(filledIn(event.currentTarget, values));
    handleSubmit();
  };
  return (
    <Stack
      component="form"
      ref={form}
      noValidate
      onFocusCapture={onFocusChange}
      onBlurCapture={onFocusChange}
      onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}
      {...props}
    >
      <FieldReader form={form} values={values} onFilled={(filled) => void readAndValidate(filled)} />
      {children}
    </Stack>
  );
}
