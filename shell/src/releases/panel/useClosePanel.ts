import { useLocation, useNavigate } from '@dps/ui/router';
import { MODULES_PARAMETER, type PanelState } from '../modules-address.ts';

const isFromPage = (state: unknown): state is PanelState =>
  typeof state === 'object' && state !== null && 'fromPage' in state;

/** Closes the panel: back to where it was opened; where the address has opened it, out of the address. */
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
