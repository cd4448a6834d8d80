import { Button } from '@dps/ui';
import { Modal } from '@dps/ui/data';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { texts } from '../texts/second-factor.ts';

interface Props {
  codes: readonly string[];
  onClose: () => void;
}

/** The dialog with new recovery codes. They are shown once, so only its button closes it. */
export default function RecoveryCodesDialog({ codes, onClose }: Props) {
  return (
    <Modal
      title={texts.codes.title}
      busy
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {texts.codes.finish}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Modal>
  );
}
