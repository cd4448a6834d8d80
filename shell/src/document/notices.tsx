import type { ReactNode } from 'react';
import { Icon, styled, TOP_BAR_HEIGHT, Typography } from '@dps/ui';

/** A short text and one action in the middle of the page. */
export const Notice = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  maxWidth: 560,
  isolation: 'isolate',
  margin: 'auto',
  padding: '96px 16px',
  textAlign: 'center',
  '& > button, & > a': { marginTop: 16 },
});

/** Takes room in the layout and stays below the top bar while the page scrolls, so that it does not cover any control. */
export const NoticeRegion = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  zIndex: theme.vars.zIndex.appBar,
}));
const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  padding: '10px 16px',
  color: theme.vars.palette.tones.gray.text,
  backgroundColor: theme.vars.palette.tones.gray.background,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));
const TextColumn = styled('div')({ flex: '1 1 200px' });

/** A notice about the page, above its content; `children` are the actions. */
export function NoticeBar(props: { icon: string; title: string; text: string; children?: ReactNode }) {
  const { icon, title, text, children } = props;
  return (
    <Bar>
      <Icon path={icon} />
      <TextColumn>
        <Typography variant="subtitle2">{title}</Typography>
        <Typography>{text}</Typography>
      </TextColumn>
      {children}
    </Bar>
  );
}
