import { useEffect, useState, type FocusEvent } from 'react';
import { TextField } from '@dps/ui';
import type { RangeProblem, ReadRange } from '../job/filter/range.ts';

interface RangeFieldsProps {
  /** The ends as they are typed, and what they are called. */
  from: string;
  to: string;
  labels: { from: string; to: string };
  kind: 'money' | 'date';
  problems: ReadRange<number | string>['problems'];
  words: Record<RangeProblem, string>;
  onChange: (ends: { from?: string; to?: string }) => void;
}

/** Both ends of a range. What is wrong with one stands below it, once its typing pauses. */
export function RangeFields({ from, to, labels, kind, problems, words, onChange }: RangeFieldsProps) {
  return (
    <>
      <EndField
        label={labels.from}
        value={from}
        kind={kind}
        problem={problems.from}
        words={words}
        onChange={(text) => onChange({ from: text })}
      />
      <EndField
        label={labels.to}
        value={to}
        kind={kind}
        problem={problems.to}
        words={words}
        onChange={(text) => onChange({ to: text })}
      />
    </>
  );
}

/** Longer than the usual time between two key presses. */
const PAUSE_MS = 700;

/** Debounces a value: returns it once it has stayed the same for a moment. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return debounced;
}

const isMoney = { htmlInput: { inputMode: 'decimal' } } as const;

function EndField(props: {
  label: string;
  value: string;
  kind: RangeFieldsProps['kind'];
  problem: RangeProblem | null;
  words: RangeFieldsProps['words'];
  onChange: (text: string) => void;
}) {
  const { label, value, kind, problem, words, onChange } = props;
  // A date of which a part is missing reads as no date at all: only the browser knows of it.
  const [partial, setPartial] = useState(false);
  const present = partial ? 'unreadable' : problem;
  const shown = useDebounced(present) && present;
  const lookForParts = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    setPartial(target.validity.badInput);
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => {
        setPartial(false);
        onChange(event.target.value);
      }}
      onBlur={lookForParts}
      error={shown !== null}
      helperText={shown && words[shown]}
      {...(kind === 'date' ? { type: 'date' } : { autoComplete: 'off', slotProps: isMoney })}
    />
  );
}
