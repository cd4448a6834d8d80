import { useCurrentUser } from '@dps/contract/client';
import { ClientDashboard } from './client/ClientDashboard.tsx';
import { PilotDashboard } from './pilot/PilotDashboard.tsx';

/** The dashboard of the signed-in user; any role other than client is treated as pilot. */
export default function DashboardPage() {
  return useCurrentUser().role === 'client' ? <ClientDashboard /> : <PilotDashboard />;
}
