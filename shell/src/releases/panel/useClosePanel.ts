import { useLocation, useNavigate } from '@dps/ui/router';
import { MODULES_PARAMETER, type PanelState } from '../panel-address.ts';

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
