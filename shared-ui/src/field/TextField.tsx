import { useId, type ReactNode } from 'react';
import FormControl from '@mui/material/FormControl';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { FieldLabel } from './FieldLabel.tsx';
import { HelpLine } from './HelpLine.tsx';

type InputSlotProps = NonNullable<OutlinedInputProps['inputProps']>;

export interface TextFieldProps extends Omit<
  OutlinedInputProps,
  'label' | 'notched' | 'margin' | 'slotProps' | 'slots' | 'inputProps'
> {
  label: string;
  /** Below the field: an explanation or, with `error`, what is wrong. */
  helperText?: ReactNode;
  /** Keeps a line free for the helper text, so that nothing moves when it comes. */
  steady?: boolean;
  slotProps?: { htmlInput?: InputSlotProps };
}

/** A labelled text field. `required` marks it and tells assistive technology; the form's schema does the checking. */
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
        id={inputId}
        inputProps={{ ...slotProps?.htmlInput, ...(required && { 'aria-required': true }) }}
        {...(helperText && { 'aria-describedby': helperId })}
      />
      <HelpLine id={helperId} text={helperText} steady={steady} />
    </FormControl>
  );
}
