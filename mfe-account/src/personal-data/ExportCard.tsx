import { formatFileSize, paths, type ExportView } from '@dps/contract';
import { Button, ErrorNotice, Stack, styled, Typography } from '@dps/ui';
import { Card } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { toast } from '@dps/ui/toast';
import { dataApi } from './data-api.ts';
import { texts } from '../texts/personal-data.ts';

const { export: t } = texts;
const POLL_MS = 4000;
const Sheet = styled(Card)({ padding: 24, '@media (max-width: 599.95px)': { padding: 16 } });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

function stateText({ state, readyUntil, size }: ExportView): string | null {
  if (state === 'making') return t.making;
  if (state === 'failed') return t.failed;
  return readyUntil === null ? null : t.ready(day.format(new Date(readyUntil)), formatFileSize(size ?? 0));
}

const REQUEST_LABELS = {
  none: t.request,
  making: null,
  ready: t.requestAgain,
  failed: t.tryAgain,
} as const satisfies Record<ExportView['state'], string | null>;

/** The user's export: its state, its file, and a button to request one. */
export function ExportCard() {
  const { data, error, refetch } = dataApi.dataExport.useQuery(undefined, { pollingInterval: POLL_MS });
  const [request, { isLoading }] = dataApi.requestExport.useMutation();
  const send = async () => {
    const { error: failure } = await request();
    if (failure) toast(t.requestFailed);
    void refetch();
  };
  const label = data && REQUEST_LABELS[data.state];
  return (
    <Sheet role="region" aria-labelledby="export-section">
      <Typography variant="h2" id="export-section" gutterBottom>
        {t.section}
      </Typography>
      <Typography color="textSecondary" gutterBottom>
        {t.about}
      </Typography>
      {data ? (
        <>
          <Typography role="status" gutterBottom>
            {stateText(data)}
          </Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, marginTop: 4 }}>
            {data.state === 'ready' && (
              <Button variant="contained" href={paths.exportFile()} download>
                {t.download}
              </Button>
            )}
            {label && (
              <Button
                variant={data.state === 'ready' ? 'outlined' : 'contained'}
                disabled={isLoading}
                onClick={() => void send()}
              >
                {label}
              </Button>
            )}
          </Stack>
        </>
      ) : error ? (
        <ErrorNotice error={error} fallback={t.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <LoadingShape text={t.loading} shape="fields" />
      )}
    </Sheet>
  );
}
