import { useId, type ReactNode } from 'react';
import FormControl from '@mui/material/FormControl';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { FieldLabel, HelpLine } from './field-parts.tsx';

type InputSlotProps = NonNullable<OutlinedInputProps['inputProps']>;

export interface TextFieldProps extends Omit<
  OutlinedInputProps,
  'label' | 'notched' | 'margin' | 'slotProps' | 'slots' | 'inputProps'
> {
  label: string;
  /** Explanation below the field or, with `error`, the error message. */
  helperText?: ReactNode;
  /**
   * Reserves a line for the helper text, which a field with `error`, true or false, does by default. Without it, an error that
   * appears on blur would move the button under the pointer, and the browser would not report the click.
   */
  steady?: boolean;
  slotProps?: { htmlInput?: InputSlotProps };
}

/** A labelled text field. `required` only marks the field; the schema of the form validates it. */
export function TextField({
  label,
  helperText,
  error,
  steady = error !== undefined,
  fullWidth = true,
  required = false,
  disabled = false,
  id,
  slotProps,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const helperId = `${inputId}-help`;
  return (
    <FormControl error={error === true} fullWidth={fullWidth} disabled={disabled}>
      <FieldLabel htmlFor={inputId} data-required={required}>
        {label}
      </FieldLabel>
      <OutlinedInput
        {...input}
        // A field with a fixed number of lines needs no text area that measures its content.
        {...(input.multiline && input.rows && { inputComponent: 'textarea' })}
        id={inputId}
        inputProps={{ dir: 'auto', ...slotProps?.htmlInput, ...(required && { 'aria-required': true }) }}
        {...(helperText && { 'aria-describedby': helperId })}
      />
      <HelpLine id={helperId} text={helperText} steady={steady} />
    </FormControl>
  );
}
