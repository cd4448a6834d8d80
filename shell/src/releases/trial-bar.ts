import { styled } from '@dps/ui';

/** Takes room at the end of the page and stays visible while the page scrolls. */
export const Bar = styled('aside')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: theme.vars.zIndex.appBar,
  padding: '4px 16px',
  color: theme.vars.palette.tones.yellow.text,
  backgroundColor: theme.vars.palette.tones.yellow.background,
  borderTop: `2px solid ${theme.vars.palette.tones.yellow.text}`,
}));
/** One message of the bar, with its actions. */
export const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  padding: '6px 0',
});
export const TextColumn = styled('div')({ flex: '1 1 240px', minWidth: 0 });
