import { styled } from '@mui/material/styles';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

const Root = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minWidth: 96 });
const Bar = styled(LinearProgress)({ flexGrow: 1 });
const Percent = styled(Typography)({
  fontVariantNumeric: 'tabular-nums',
  minWidth: '3em',
  textAlign: 'right',
});

/** Progress from 0 to 100, as a bar and a number. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  return (
    <Root>
      <Bar variant="determinate" value={value} aria-label={label} />
      <Percent variant="caption">{`${value}%`}</Percent>
    </Root>
  );
}
