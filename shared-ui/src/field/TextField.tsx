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
  /** Reserves a line for the helper text, so that the layout does not shift. Modules of other releases use the name. */
  steady?: boolean;
  slotProps?: { htmlInput?: InputSlotProps };
}

/** A labelled text field. `required` only marks the field; the schema of the form validates it. */
export function TextField({
  label,
  helperText,
  steady = false,
  error = false,
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
    <FormControl error={error} fullWidth={fullWidth} disabled={disabled}>
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
