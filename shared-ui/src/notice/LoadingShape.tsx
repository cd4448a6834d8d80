import type { ReactNode } from 'react';
import { FONT_SIZES, styled } from '@dps/ui';
import { Skeleton } from '@dps/ui/data';
import type { SlowNotice } from './SlowNotice.tsx';

const Root = styled('div')({ '&[data-inset="true"]': { padding: 16 } });
const Text = styled('p')(({ theme }) => ({
  margin: '0 0 12px',
  fontSize: FONT_SIZES.s,
  color: theme.vars.palette.text.secondary,
}));
const Parts = styled('div')({
  display: 'grid',
  gap: 20,
  '&[data-shape="cards"]': { gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' },
  '&[data-shape="facts"]': { gridTemplateColumns: 'repeat(auto-fill, minmax(min(160px, 100%), 1fr))' },
});
const Part = styled('div')({ display: 'grid', gap: 8 });

declare global {
  /** Set by the shell; undefined in an older shell. The copy of a module would not reach the reads of the store. */
  var dpsSlowNotice: typeof SlowNotice | undefined;
}

/** The height of the second line of a part, at the default font size. */
const HEIGHTS = { rows: '0.875rem', facts: '1.25rem', fields: '2.5rem', cards: '7.5rem' } as const;

interface Props {
  /** The loading text, also for screen readers; with a spinner if the specification names one. */
  text: ReactNode;
  /** Rows of a list, named values, fields of a form, or cards. */
  shape: keyof typeof HEIGHTS;
  /** Number of parts. */
  count?: number;
  /** Adds the padding of a panel. */
  inset?: boolean;
}

/**
 * Placeholders in the shape of the content that loads, with a status text. Each module bundles this entry, so it works on an
 * older shell.
 */
export function LoadingShape({ text, shape, count = 3, inset = false }: Props) {
  const { dpsSlowNotice: Slow } = globalThis;
  return (
    <Root role="status" data-inset={inset}>
      <Text>{text}</Text>
      {Slow && <Slow />}
      <Parts data-shape={shape} aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <Part key={index}>
            <Skeleton height="0.875rem" width={index % 2 ? '45%' : '60%'} />
            <Skeleton
              variant="rounded"
              height={HEIGHTS[shape]}
              width={shape === 'rows' || shape === 'facts' ? '80%' : '100%'}
            />
          </Part>
        ))}
      </Parts>
    </Root>
  );
}
