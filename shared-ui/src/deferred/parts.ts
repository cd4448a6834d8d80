// The parts of MUI that no first paint needs, in one chunk. `deferred.tsx` has a counterpart of each, which the build of the
// shell uses instead.

/** Dialogs of pages, and the one for re-authentication. */
export { default as Dialog } from '@mui/material/Dialog';
/** The side panel on narrow screens. */
export { default as Drawer } from '@mui/material/Drawer';
/** Menus, and the options of selections. */
export { default as Menu } from '@mui/material/Menu';
/** The notifications. */
export { default as Popover } from '@mui/material/Popover';
/** Tooltips. */
export { default as Popper } from '@mui/material/Popper';
/** The progress of a job in lists and dialogs. */
export { default as Slider } from '@mui/material/Slider';
