import { useDeferredValue, useEffect, useState } from 'react';
import { PasswordField, styled, type TextFieldProps } from '@dps/ui';
import { texts } from '../texts.ts';
import type { PasswordScore, RatePassword } from './password-rating.ts';

const { strength } = texts;

const Line = styled('span')({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 });
const Bars = styled('span')({ display: 'inline-flex', gap: 3 });
const Bar = styled('span')(({ theme }) => ({
  width: 28,
  height: 5,
  borderRadius: 3,
  border: `1px solid ${theme.vars.palette.text.secondary}`,
  '[data-score="1"] > &[data-filled="true"]': { backgroundColor: theme.vars.palette.error.main },
  '[data-score="2"] > &[data-filled="true"]': { backgroundColor: theme.vars.palette.warning.main },
  '&[data-filled="true"]': { backgroundColor: theme.vars.palette.success.main },
}));

let rating: Promise<RatePassword> | undefined;

/** Loads the code and the words that rate passwords, once. After an error, the next call loads them again. */
function loadRating(): Promise<RatePassword> {
  rating ??= import('./password-rating.ts')
    .then((loaded) => loaded.loadRating())
    .catch((error: unknown) => {
      rating = undefined;
      throw error;
    });
  return rating;
}

/** Returns the function that rates passwords, which loads at the first character. Undefined before, and if it cannot load. */
function useRating(isTyped: boolean): RatePassword | undefined {
  const [rate, setRate] = useState<RatePassword>();
  useEffect(() => {
    if (isTyped && !rate)
      loadRating().then(
        (loaded) => setRate(() => loaded),
        () => undefined,
      );
  }, [isTyped, rate]);
  return rate;
}

function Strength({ score }: { score: PasswordScore }) {
  return (
    <Line>
      <Bars aria-hidden data-score={score}>
        {strength.scores.slice(1).map((name, index) => (
          <Bar key={name} data-filled={index < score} />
        ))}
      </Bars>
      <span role="status">{strength.of(strength.scores[score])}</span>
    </Line>
  );
}

interface Props extends Omit<TextFieldProps, 'type' | 'endAdornment' | 'onKeyDown' | 'onKeyUp' | 'value'> {
  value: string;
  /** Texts that an attacker knows, such as the username. */
  known: readonly string[];
}

/** The field of a new password with its rule. Its strength appears while the user types; the password is not sent for it. */
export function NewPasswordField({ known, ...field }: Props) {
  const typed = useDeferredValue(field.value);
  const rate = useRating(field.value !== '');
  const rated = rate && typed !== '' && <Strength score={rate(typed, known)} />;
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      helperText={field.error ? field.helperText : rated || texts.passwordRule}
      required
    />
  );
}
