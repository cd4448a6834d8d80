import { useRef, type Ref, type PointerEvent } from 'react';
import { useSnackbar, type CustomContentProps } from 'notistack';
import { FLOATING_SHADOW, Icon, IconButton, icons, styled, TextLink, Typography } from '@dps/ui';
import type { Toast } from '@dps/ui/toast';
import { texts } from '../texts/first-load.ts';

/** Distance to the right from which a swipe dismisses, in px. */
const THRESHOLD = 50;

/** Returns pointer handlers for an element that a swipe to the right dismisses. A shorter swipe moves it back. */
function useSwipeAway(dismiss: () => void) {
  const start = useRef<number | null>(null);
  const distance = (event: PointerEvent) => Math.max(0, event.clientX - (start.current ?? event.clientX));
  const release = (event: PointerEvent<HTMLElement>) => {
    start.current = null;
    event.currentTarget.style.translate = '';
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      start.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current !== null) event.currentTarget.style.translate = `${distance(event)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const far = distance(event) >= THRESHOLD;
      release(event);
      if (far) dismiss();
    },
    onPointerCancel: release,
    onPointerLeave: release,
  };
}

const Card = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  width: 380,
  maxWidth: '100%',
  // A horizontal swipe dismisses the toast; a vertical one scrolls the page.
  touchAction: 'pan-y',
  padding: '12px 8px 12px 16px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  boxShadow: FLOATING_SHADOW,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  '& > svg': { marginTop: 4, color: theme.vars.palette.primary.main },
  '&[data-look="destructive"]': {
    borderColor: theme.vars.palette.error.main,
    '& > svg': { color: theme.vars.palette.error.main },
  },
}));
const TextColumn = styled('div')({ flexGrow: 1, minWidth: 0, paddingTop: 4 });

interface Props extends CustomContentProps {
  description?: Toast['description'] | undefined;
  link?: Toast['link'] | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** One toast: title, description, link and a button that dismisses it. */
export function ToastCard({ id, message, description, link, variant, ref }: Props) {
  const { closeSnackbar } = useSnackbar();
  const destructive = variant === 'destructive';
  const swipe = useSwipeAway(() => closeSnackbar(id));
  return (
    <Card
      ref={ref}
      role={destructive ? 'alert' : 'status'}
      tabIndex={-1}
      data-toast
      data-look={variant}
      {...swipe}
    >
      <Icon path={destructive ? icons.warning : icons.checkCircle} />
      <TextColumn>
        <Typography variant="subtitle2">{message}</Typography>
        {description && <Typography color="textSecondary">{description}</Typography>}
        {link && (
          <TextLink to={link.to} onClick={() => closeSnackbar(id)}>
            {link.label}
          </TextLink>
        )}
      </TextColumn>
      <IconButton size="small" aria-label={texts.toasts.close} onClick={() => closeSnackbar(id)}>
        <Icon path={icons.close} />
      </IconButton>
    </Card>
  );
}
