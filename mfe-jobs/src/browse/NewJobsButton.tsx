import { Button, styled, TOP_BAR_HEIGHT } from '@dps/ui';
import { texts } from '../texts.ts';

/** Takes no height, so that the list does not move, and stays visible below the top bar while the user scrolls. */
const Place = styled('div')({
  position: 'sticky',
  top: TOP_BAR_HEIGHT + 24,
  zIndex: 1,
  display: 'flex',
  justifyContent: 'center',
  height: 0,
  '& > button': { flexShrink: 0, transform: 'translateY(-50%)' },
});

/** The button that lists new jobs, at the upper edge of the list. Screen readers announce it when it appears. */
export function NewJobsButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Place role="status">
      {count > 0 && (
        <Button size="small" variant="contained" onClick={onShow}>
          {texts.browse.showNew(count)}
        </Button>
      )}
    </Place>
  );
}
