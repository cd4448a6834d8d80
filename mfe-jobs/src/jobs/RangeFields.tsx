import { useEffect, useState, type FocusEvent } from 'react';
import { TextField } from '@dps/ui';
import type { RangeProblem, ReadRange } from '../job/filter/range.ts';

interface RangeFieldsProps {
  /** Both ends as typed. */
  from: string;
  to: string;
  labels: { from: string; to: string };
  kind: 'money' | 'date';
  problems: ReadRange<number | string>['problems'];
  messages: Record<RangeProblem, string>;
  onChange: (ends: { from?: string; to?: string }) => void;
}

/** The fields for both ends of a range. An invalid end shows its error once the typing pauses. */
export function RangeFields({ from, to, labels, kind, problems, messages, onChange }: RangeFieldsProps) {
  return (
    <>
      <EndField
        label={labels.from}
        value={from}
        kind={kind}
        problem={problems.from}
        messages={messages}
        onChange={(text) => onChange({ from: text })}
      />
      <EndField
        label={labels.to}
        value={to}
        kind={kind}
        problem={problems.to}
        messages={messages}
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
  messages: RangeFieldsProps['messages'];
  onChange: (text: string) => void;
}) {
  const { label, value, kind, problem, messages, onChange } = props;
  // An incomplete date has an empty value; only the browser's validity reports it.
  const [partial, setPartial] = useState(false);
  const current = partial ? 'unreadable' : problem;
  const shown = useDebounced(current) && current;
  const checkForPartialDate = ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    setPartial(target.validity.badInput);
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => {
        setPartial(false);
        onChange(event.target.value);
      }}
      onBlur={checkForPartialDate}
      error={shown !== null}
      helperText={shown && messages[shown]}
      {...(kind === 'date' ? { type: 'date' } : { autoComplete: 'off', slotProps: isMoney })}
    />
  );
}
