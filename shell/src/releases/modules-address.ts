/** An address with this parameter shows the panel of modules over its page, whoever is signed in. */
export const MODULES_PARAMETER = 'modules';

/** Says of an entry of the history that there is one of ours before it. */
export interface PanelState {
  fromPage: true;
}

/** Where a link leads that opens the panel over the page that it is on. */
export function panelLink(search: string): { to: string; state: PanelState } {
  const parameters = new URLSearchParams(search);
  parameters.set(MODULES_PARAMETER, '');
  return { to: `?${parameters.toString()}`, state: { fromPage: true } };
}
