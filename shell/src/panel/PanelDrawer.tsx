import type { ReactNode } from 'react';
import { Icon, IconButton, icons, SIDE_PANEL_WIDTH, styled } from '@dps/ui';
import { Drawer } from '@dps/ui/data';
import { frameTexts } from '../texts/frame.ts';

const Room = styled('div')({ width: SIDE_PANEL_WIDTH + 32, maxWidth: '85vw', position: 'relative' });
const Close = styled(IconButton)({ position: 'absolute', top: 12, right: 12, zIndex: 1 });

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
