/** An address with this parameter shows the panel of modules over its page, for all users. */
export const MODULES_PARAMETER = 'modules';

/** State of a history entry whose previous entry is a page of the product. */
export interface PanelState {
  fromPage: true;
}

/** Returns the target of a link that opens the panel over the current page. */
export function panelLink(search: string): { to: string; state: PanelState } {
  const parameters = new URLSearchParams(search);
  parameters.set(MODULES_PARAMETER, '');
  return { to: `?${parameters.toString()}`, state: { fromPage: true } };
}
