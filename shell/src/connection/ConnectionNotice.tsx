import { icons } from '@dps/ui';
import { NoticeBar, NoticeRegion } from '../document/NoticeBar.tsx';
import { texts } from '../texts/first-load.ts';
import { useConnectionLost } from './useConnectionLost.ts';

/** A notice while the server is unreachable. */
export function ConnectionNotice() {
  const lost = useConnectionLost();
  const { lost: title, whatNow } = texts.connection;
  return (
    <NoticeRegion aria-live="polite">
      {lost && <NoticeBar icon={icons.cloudOff} title={title} text={whatNow} />}
    </NoticeRegion>
  );
}
