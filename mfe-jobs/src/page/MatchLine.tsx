import { Button, styled, Typography } from '@dps/ui';
import { texts } from '../texts.ts';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 52,
});

/** How many match the filters, and how to see all of them again; keeps its place while they are on their way. */
export function MatchLine(props: {
  /** Undefined while they are on their way. */
  text: string | undefined;
  /** There is something to clear, and something to be seen: an empty list has a button of its own. */
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
