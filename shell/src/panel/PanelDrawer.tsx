import type { ReactNode } from 'react';
import { Icon, IconButton, icons, SIDE_PANEL_WIDTH, styled } from '@dps/ui';
import { Drawer } from '@dps/ui/data';
import { frameTexts } from '../texts/frame.ts';

const Room = styled('div')({
  width: SIDE_PANEL_WIDTH + 32,
  maxWidth: '85vw',
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  // The panel has its own minimum height, which would add the line of the button.
  '& > :last-child': { flexGrow: 1, minHeight: 0 },
});
// A line of its own: a long name below it needs the full width.
const Close = styled(IconButton)({ alignSelf: 'flex-end', margin: '8px 8px -8px' });

interface Props {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The side panel on narrow screens: a drawer over the page. */
export function PanelDrawer({ open, onClose, children }: Props) {
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': frameTexts.panel.label } }}>
      <Room>
        <Close aria-label={frameTexts.panel.close} onClick={onClose}>
          <Icon path={icons.close} />
        </Close>
        {children}
      </Room>
    </Drawer>
  );
}
