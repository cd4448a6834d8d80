import { Button, styled } from '@dps/ui';

/** A phone that is used by touch, maybe outdoors with gloves and in the sun. */
const PHONE = '@media (pointer: coarse) and (max-width: 599.95px)';
const CONTROL = { minHeight: 56, fontSize: 18 };

/** An upload form. On a phone, its controls are large, in one column and with strong edges. */
export const FieldForm = styled('form')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(4),
  [PHONE]: {
    '& .MuiInputBase-root': CONTROL,
    '& .MuiButton-root': { ...CONTROL, width: '100%' },
    '& .MuiOutlinedInput-notchedOutline, & .MuiButton-outlined': {
      borderWidth: 2,
      borderColor: theme.vars.palette.text.primary,
    },
    '& .MuiFormHelperText-root': { color: theme.vars.palette.text.primary },
  },
}));

/** An action of an upload dialog, within reach of the thumb. */
export const FieldAction = styled(Button)({ [PHONE]: { ...CONTROL, flexGrow: 1 } });
