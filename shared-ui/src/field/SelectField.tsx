import { useId, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import FormControl from '@mui/material/FormControl';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { FieldLabel, HelpLine } from './field-parts.tsx';

const Placeholder = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

export interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value | '';
  onChange: (value: Value) => void;
  onBlur?: () => void;
  options: readonly SelectOption<Value>[];
  error?: boolean;
  helperText?: ReactNode;
  /** As of a `TextField`. */
  steady?: boolean;
  /** Shown while no option is selected. */
  placeholder?: string;
  fullWidth?: boolean;
  required?: boolean;
  disabled?: boolean;
  size?: 'small' | 'medium';
  name?: string;
  id?: string;
}

/** A labelled select with the role combobox. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, options, error, fullWidth = true, required = false, disabled = false } = props;
  const {
    helperText,
    steady = error !== undefined,
    placeholder,
    size = 'small',
    onChange,
    onBlur,
    name,
  } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const chosen = options.find((option) => option.value === value);
  return (
    <FormControl error={error === true} fullWidth={fullWidth} disabled={disabled} size={size}>
      <FieldLabel as="span" id={`${id}-label`} data-required={required}>
        {label}
      </FieldLabel>
      <Select<Value | ''>
        labelId={`${id}-label`}
        value={chosen ? value : ''}
        displayEmpty
        renderValue={() => chosen?.label ?? <Placeholder>{placeholder}</Placeholder>}
        onChange={(event) => {
          const next = options.find((option) => option.value === event.target.value);
          if (next) onChange(next.value);
        }}
        {...(onBlur && { onBlur })}
        {...(name && { name })}
        SelectDisplayProps={{
          id,
          dir: 'auto',
          ...(helperText ? { 'aria-describedby': `${id}-help` } : {}),
          ...(required && { 'aria-required': true }),
        }}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value} dir="auto">
            {option.label}
          </MenuItem>
        ))}
      </Select>
      <HelpLine id={`${id}-help`} text={helperText} steady={steady} />
    </FormControl>
  );
}
