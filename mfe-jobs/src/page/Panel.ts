import { styled } from '@dps/shared-contracts/ui';
import { Card } from '@dps/shared-contracts/ui/data';

/** A bordered surface. Clipped rather than hidden: a table's header sticks to the page, not to the panel. */
export const Panel = styled(Card)({ overflow: 'clip' });
