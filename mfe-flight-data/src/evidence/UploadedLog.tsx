import { formatFileSize, paths, type FlightRecordView } from '@dps/contract';
import { Alert, Button, Icon, icons, Stack, Typography } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { texts } from '../texts.ts';

const labels = texts.uploadedLog;

/** States that the server checks the log of a record, or could not read it. Shows nothing for other records. */
export function LogStateBadge({ log }: Pick<FlightRecordView, 'log'>) {
  if (log?.state !== 'checking' && log?.state !== 'refused') return null;
  const isChecking = log.state === 'checking';
  return (
    <div>
      <ToneBadge
        tone={isChecking ? 'gray' : 'yellow'}
        shape={isChecking ? 'ring' : 'diamond'}
        label={labels[log.state]}
      />
    </div>
  );
}

/** The uploaded log of a record: its state and the file. The evidence of a log that the server has read shows its digest. */
export function UploadedLog({ record }: { record: Pick<FlightRecordView, 'id' | 'flightNumber' | 'log'> }) {
  const { id, flightNumber, log } = record;
  if (!log) return null;
  const { state, refusal, fileName, fileSize, sha256 } = log;
  return (
    <Stack spacing={2}>
      <div role="status">
        <LogStateBadge log={log} />
      </div>
      {refusal !== null && <Alert severity="warning">{labels.noEvidence(refusal)}</Alert>}
      <Stack direction="row" spacing={3} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          size="small"
          href={paths.flightLog(id)}
          download
          aria-label={labels.downloadOf(flightNumber)}
          startIcon={<Icon path={icons.download} size={16} />}
        >
          {labels.download}
        </Button>
        <Typography variant="caption" sx={{ overflowWrap: 'anywhere' }}>
          <Literal>{`${fileName}, ${formatFileSize(fileSize)}`}</Literal>
        </Typography>
      </Stack>
      {state === 'refused' && sha256 !== null && (
        <Typography variant="caption" sx={{ overflowWrap: 'anywhere' }}>
          <Literal>{`${labels.digest} ${sha256}`}</Literal>
        </Typography>
      )}
    </Stack>
  );
}
