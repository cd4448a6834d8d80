import { useState } from 'react';
import { formatInstant, type SessionView } from '@dps/contract';
import { Button, ErrorNotice, styled, Typography } from '@dps/ui';
import { Card, ConfirmDialog, DataTable, type Column } from '@dps/ui/data';
import { toast } from '@dps/ui/toast';
import { securityApi } from './security-api.ts';
import { texts } from '../texts/security.ts';

const { sessions: t } = texts;
// As wide as the table's cells, which reach the edge of the card.
const Padded = styled('div')({ padding: 16 });

type EndSession = (session: SessionView) => void;

const columnsFor = (end: EndSession): Column<SessionView>[] => [
  { key: 'device', header: t.device, cell: ({ device }) => device ?? t.unknown, primary: true },
  { key: 'network', header: t.network, cell: ({ network }) => network ?? t.unknown },
  { key: 'signed-in', header: t.signedIn, cell: ({ signedInAt }) => formatInstant(signedInAt) },
  { key: 'last-seen', header: t.lastSeen, cell: ({ lastSeenAt }) => formatInstant(lastSeenAt) },
  {
    key: 'actions',
    header: t.actions,
    cell: (session) =>
      session.isCurrent ? (
        t.thisDevice
      ) : (
        <Button
          size="small"
          aria-label={t.endDevice(session.device ?? t.unknown)}
          onClick={() => end(session)}
        >
          {t.end}
        </Button>
      ),
  },
];

interface Props {
  /** The sessions; undefined while they load. */
  sessions: readonly SessionView[] | undefined;
  error: unknown;
  onReload: () => void;
}

/** The user's signed-in devices, with buttons to sign them out. */
export function SessionCard({ sessions, error, onReload }: Props) {
  const [send, { isLoading }] = securityApi.endSessions.useMutation();
  const [confirming, setConfirming] = useState(false);
  const end = async (id: string | null) => {
    const { error: failure } = await send(id);
    setConfirming(false);
    toast(failure ? t.endFailed : id === null ? t.othersEnded : t.ended);
    onReload();
  };
  return (
    <Card role="region" aria-labelledby="session-section">
      <Padded>
        <Typography variant="h2" id="session-section" gutterBottom>
          {t.section}
        </Typography>
        <Typography color="textSecondary">{t.about}</Typography>
      </Padded>
      {error !== undefined && !sessions ? (
        <Padded>
          <ErrorNotice error={error} fallback={t.loadFailed} onRetry={onReload} />
        </Padded>
      ) : (
        <DataTable
          label={t.section}
          columns={columnsFor(({ id }) => void end(id))}
          rows={sessions ?? []}
          rowKey={({ id }) => id}
          loading={sessions ? undefined : { text: t.loading }}
          empty={null}
        />
      )}
      {sessions && sessions.length > 1 && (
        <Padded>
          <Button variant="outlined" color="error" onClick={() => setConfirming(true)}>
            {t.endOthers}
          </Button>
        </Padded>
      )}
      {confirming && (
        <ConfirmDialog
          {...t.confirm}
          confirmLabel={t.endOthers}
          tone="danger"
          busy={isLoading}
          onConfirm={() => void end(null)}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}
