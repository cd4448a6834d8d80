import { styled } from '@dps/shared-contracts/ui';

/**
 * Keeps the room that a job will need while its parts are on their way, so that buttons do not move under the pointer. A
 * job that has a pilot has flights and progress besides its facts.
 */
export const DialogRoom = styled('div')({
  minHeight: 240,
  '&[data-assigned="true"]': { minHeight: 'min(560px, 60vh)' },
});
