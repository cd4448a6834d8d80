import { toast } from '@dps/ui/toast';
import { frameTexts } from '../texts/frame.ts';

/** Shows the name of a user who has signed in in another tab. */
export function showUser(name: string): void {
  toast(frameTexts.account.changed(name));
}
