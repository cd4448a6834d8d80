import { styled, Typography } from '@dps/ui';
import { historyTexts as texts } from '../../texts/history.ts';
import type { FieldChange } from './job-changes.ts';

const Lines = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, overflowWrap: 'anywhere' });
const LongValue = styled('div')({ whiteSpace: 'pre-line', maxWidth: '70ch', marginBottom: 8 });

/** Changed fields with their values: "Budget: $1,200.00 → $1,450.00". */
export function ChangeLines({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <Lines>
      {changes.map(({ label, before, after, long }) => (
        <Typography key={label} component="li" variant="body2">
          {long ? (
            <details>
              <summary>{label}</summary>
              <strong>{texts.before}</strong>
              <LongValue>{before}</LongValue>
              <strong>{texts.after}</strong>
              <LongValue>{after}</LongValue>
            </details>
          ) : (
            texts.becomes(label, before, after)
          )}
        </Typography>
      ))}
    </Lines>
  );
}
