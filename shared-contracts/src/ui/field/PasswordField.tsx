import { useState } from 'react';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { Icon } from '../icon/Icon.tsx';
import { icons } from '../icon/icons.ts';
import { texts } from '../texts.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A text field for a password, with a button that shows and hides it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'endAdornment'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
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
