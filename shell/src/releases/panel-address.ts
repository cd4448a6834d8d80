import { useLocation, useNavigate } from '@dps/ui/router';

/** An address with this parameter shows the panel of modules over its page, for all users. */
export const MODULES_PARAMETER = 'modules';

/** State of a history entry whose previous entry is a page of the product. */
interface PanelState {
  fromPage: true;
}

/** Returns the target of a link that opens the panel over the current page. */
export function panelLink(search: string): { to: string; state: PanelState } {
  const parameters = new URLSearchParams(search);
  parameters.set(MODULES_PARAMETER, '');
  return { to: `?${parameters.toString()}`, state: { fromPage: true } };
}

const isFromPage = (state: unknown): state is PanelState =>
  typeof state === 'object' && state !== null && 'fromPage' in state;

/** Returns a function that closes the panel: Back, if a page opened it; else it removes the parameter from the address. */
export function useClosePanel(): () => void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (isFromPage(state)) {
      void navigate(-1);
      return;
    }
    const parameters = new URLSearchParams(search);
    parameters.delete(MODULES_PARAMETER);
    void navigate({ search: parameters.toString() }, { replace: true });
  };
}
