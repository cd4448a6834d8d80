import { Icon, icons, styled, TOP_BAR_HEIGHT, Typography } from '@dps/shared-contracts/ui';
import { texts } from '../texts.ts';
import { useConnectionLost } from './useConnectionLost.ts';

/** It takes room of its own and stays below the top bar while the page scrolls: no control is ever out of reach under it. */
const Region = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  zIndex: theme.vars.zIndex.appBar,
}));
const Notice = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 12,
  padding: '10px 16px',
  color: theme.vars.palette.tones.gray.text,
  backgroundColor: theme.vars.palette.tones.gray.background,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));

/** Says that the server cannot be reached, for as long as it is so. */
export function ConnectionNotice() {
  const lost = useConnectionLost();
  return (
    <Region aria-live="polite">
      {lost && (
        <Notice>
          <Icon path={icons.cloudOff} />
          <div>
            <Typography variant="subtitle2">{texts.connection.lost}</Typography>
            <Typography>{texts.connection.whatNow}</Typography>
          </div>
        </Notice>
      )}
    </Region>
  );
}
