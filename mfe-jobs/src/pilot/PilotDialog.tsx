import { Modal } from '@dps/ui/data';
import { texts } from '../texts.ts';
import PilotCard from './PilotCard.tsx';

/** The card of a job's pilot in a dialog. The first click on "Assigned" loads it. */
export default function PilotDialog({ pilotId, onClose }: { pilotId: number; onClose: () => void }) {
  return (
    <Modal title={texts.pilotCard.title} maxWidth="xs" onClose={onClose}>
      <PilotCard pilotId={pilotId} />
    </Modal>
  );
}
