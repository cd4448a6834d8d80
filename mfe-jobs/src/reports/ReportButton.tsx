import { Icon, IconButton, styled } from '@dps/ui';

const FLAG = 'm14 6-1-2H5v17h2v-7h5l1 2h7V6zm4 8h-4l-1-2H7V6h5l1 2h5z';

const Flag = styled(IconButton)({
  flex: '0 0 auto',
  // On devices with a mouse, it appears in the list item under the pointer.
  '@media (hover: hover)': { opacity: 0, 'li:hover &, &:focus-visible': { opacity: 1 } },
});

/** The button of a text of another user that opens the dialog of a report. */
export function ReportButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Flag size="small" aria-label={label} onClick={onClick}>
      <Icon path={FLAG} size={16} />
    </Flag>
  );
}
