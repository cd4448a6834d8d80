import { useState, type KeyboardEvent } from 'react';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import { Icon } from '../icon/Icon.tsx';
import { icons } from '../icon/icons.ts';
import { texts } from '../texts.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

const Hint = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));

/** A password field with a button that toggles visibility and a hint while Caps Lock is on. */
export function PasswordField({
  helperText,
  onBlur,
  ...props
}: Omit<TextFieldProps, 'type' | 'endAdornment' | 'onKeyDown' | 'onKeyUp'>) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const help = (
    <>
      <span>{helperText}</span>
      {capsLock && <Hint role="status">{` ${texts.capsLock}`}</Hint>}
    </>
  );
  return (
    <TextField
      {...props}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={(event) => {
        setCapsLock(false);
        onBlur?.(event);
      }}
      helperText={helperText || capsLock ? help : undefined}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={shown ? texts.hidePassword : texts.showPassword}
            onClick={() => setShown((before) => !before)}
          >
            <Icon path={shown ? icons.eyeOff : icons.eye} />
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
