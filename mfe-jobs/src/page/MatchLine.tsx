import { Button, styled, Typography } from '@dps/ui';
import { texts } from '../texts.ts';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 52,
});

/** The number of matches, with a button that clears the filters. The line reserves its height while the items load. */
export function MatchLine(props: {
  /** Undefined while the items load. */
  text: string | undefined;
  /** Whether to show the button. An empty list has its own button. */
  clearable: boolean;
  onClear: () => void;
}) {
  const { text, clearable, onClear } = props;
  return (
    <Line>
      <Typography role="status" color="textSecondary">
        {text}
      </Typography>
      {clearable && (
        <Button size="small" onClick={onClear}>
          {texts.clearFilters}
        </Button>
      )}
    </Line>
  );
}
