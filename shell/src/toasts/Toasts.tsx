import { useEffect, useState } from 'react';
import { SnackbarProvider, useSnackbar, type SnackbarKey } from 'notistack';
import { onUserEnd } from '@dps/contract/user';
import { GlobalStyles } from '@dps/ui';
import { drawToasts, type Toast } from '@dps/ui/toast';
import { ToastCard } from './ToastCard.tsx';

/** Creates the region of toasts. */
function newToastRegion(): HTMLElement {
  const region = document.createElement('div');
  region.dataset['toasts'] = '';
  return region;
}

/**
 * Adds the region of toasts to the end of the document. A dialog hides other content from assistive technology and takes the
 * focus back from it. Toasts are often about the dialog, so that their region is exempt from both.
 *
 * @returns a function that removes the region
 */
function addToastRegion(region: HTMLElement): () => void {
  const exposed = new MutationObserver(() => region.removeAttribute('aria-hidden'));
  exposed.observe(region, { attributeFilter: ['aria-hidden'] });
  const keepFocus = (event: Event) => event.stopPropagation();
  region.addEventListener('focusin', keepFocus);
  document.body.append(region);
  return () => {
    exposed.disconnect();
    region.removeEventListener('focusin', keepFocus);
    region.remove();
  };
}

/** Time after which a toast closes, in ms. */
const DURATION = 5000;

type Content = { [Name in 'description' | 'link']: Toast[Name] | undefined };

declare module 'notistack' {
  interface VariantOverrides {
    destructive: Content;
    default: Content;
  }
}

/** Moves the focus to the toast when the user presses F8. */
function focusToast({ key }: KeyboardEvent): void {
  if (key === 'F8') document.querySelector<HTMLElement>('[data-toast]')?.focus();
}

/** The distance of a toast from the sides of the window, in px. */
const MARGIN = 16;
/** The size of a toast with a description of several lines, in px. */
const [TOAST_WIDTH, TOAST_HEIGHT] = [380, 128];

const dialogs = () => Array.from(document.querySelectorAll('[role=dialog]'));

/** Moves the region above the actions of dialogs and forms that a toast at the lower right would cover. */
function placeAboveActions(region: HTMLElement): void {
  const [right, bottom] = [innerWidth - MARGIN, innerHeight - MARGIN];
  const covered = Array.from(document.querySelectorAll('.MuiDialogActions-root, [type=submit]'))
    .filter((each) => !each.closest('[aria-hidden=true], [inert]'))
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.right > right - TOAST_WIDTH && box.left < right)
    .filter((box) => box.bottom > bottom - TOAST_HEIGHT && box.top < bottom);
  const top = Math.min(innerHeight, ...covered.map((box) => box.top));
  region.style.setProperty('--toasts-bottom', `${innerHeight - top + MARGIN}px`);
}

function Sink({ region }: { region: HTMLElement }) {
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  useEffect(() => {
    let failure: { key: SnackbarKey; dialog: Element | undefined } | undefined;
    // Actions appear with a dialog, and with a step in it.
    const changes = new MutationObserver(() => {
      if (!region.querySelector('[data-toast]')) return;
      if (failure?.dialog?.isConnected === false) closeSnackbar(failure.key);
      placeAboveActions(region);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    // The user scrolls an action under the toast.
    const follow = () => {
      if (region.querySelector('[data-toast]')) placeAboveActions(region);
    };
    document.addEventListener('scroll', follow, { capture: true, passive: true });
    let isUserEnding = false;
    // All calls of the user end in this task, and pages report them as failures.
    const stopWatching = onUserEnd(() => {
      isUserEnding = true;
      closeSnackbar();
      setTimeout(() => {
        isUserEnding = false;
      });
    });
    const stopDrawing = drawToasts(({ title, description, link, look = 'default' }) => {
      if (isUserEnding) return;
      placeAboveActions(region);
      const key = enqueueSnackbar(title, { variant: look, description, link });
      // A failure ends with its dialog. A success can be the reason why the dialog closes.
      failure = look === 'destructive' ? { key, dialog: dialogs().at(-1) } : undefined;
    });
    return () => {
      stopDrawing();
      stopWatching();
      changes.disconnect();
      document.removeEventListener('scroll', follow, { capture: true });
    };
  }, [closeSnackbar, enqueueSnackbar, region]);
  useEffect(() => {
    document.addEventListener('keydown', focusToast);
    return () => document.removeEventListener('keydown', focusToast);
  }, []);
  return null;
}

/** The library adds a padding of 6 px to each toast. Two selectors precede its own styles. */
const place = (
  <GlobalStyles
    styles={{
      '[data-toasts] > .notistack-SnackbarContainer': {
        right: MARGIN,
        bottom: 'calc(var(--toasts-bottom) - 6px)',
        left: 'auto',
        maxWidth: `calc(100vw - ${2 * MARGIN}px)`,
      },
    }}
  />
);

/**
 * Shows one toast at a time: a new toast replaces the last one. It does not slide in: it would cover controls on its way. The
 * toasts of a user end with the user.
 */
export default function Toasts() {
  const [region] = useState(newToastRegion);
  useEffect(() => addToastRegion(region), [region]);
  return (
    <SnackbarProvider
      domRoot={region}
      maxSnack={1}
      autoHideDuration={DURATION}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transitionDuration={0}
      Components={{ default: ToastCard, destructive: ToastCard }}
    >
      {place}
      <Sink region={region} />
    </SnackbarProvider>
  );
}
