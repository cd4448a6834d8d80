import { useState } from 'react';
import { formatInstantDay, type EvidenceReportView } from '@dps/contract';
import { Button, Stack, Typography } from '@dps/ui';
import { CopyField } from '@dps/ui/copy-field';
import { Card, CardContent, ErrorNotice } from '@dps/ui/data';
import { toast } from '@dps/ui/toast';
import { reportApi } from './report-api.ts';
import { texts } from '../texts/report.ts';

/** Creates the link to a report, shows its address once, and revokes it. */
export function ShareReport({ report: { jobId, sharedUntil } }: { report: EvidenceReportView }) {
  const [link, setLink] = useState({ until: sharedUntil, address: '' });
  const [share, sharing] = reportApi.shareReport.useMutation();
  const [revoke, revoking] = reportApi.revokeReport.useMutation();
  const create = async () => {
    const { data } = await share(jobId);
    if (data) setLink({ until: data.expiresAt, address: data.address });
  };
  const end = async () => {
    const { error } = await revoke(jobId);
    if (error) return;
    setLink({ until: null, address: '' });
    toast(texts.share.revoked);
  };
  const { until, address } = link;
  const error = sharing.error ?? revoking.error;
  return (
    <Card role="region" aria-label={texts.share.title}>
      <CardContent>
        <Stack spacing={3}>
          <Typography variant="h2">{texts.share.title}</Typography>
          <Typography>{texts.share.text}</Typography>
          {address && <CopyField key={address} label={texts.share.address} value={address} />}
          {until && (
            <Typography color="textSecondary">
              {`${texts.share.until(formatInstantDay(until))} ${texts.share.hidden}`}
            </Typography>
          )}
          {error && <ErrorNotice error={error} fallback={texts.share.failed} />}
          <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap' }}>
            <Button variant="outlined" loading={sharing.isLoading} onClick={() => void create()}>
              {until ? texts.share.replace : texts.share.create}
            </Button>
            {until && (
              <Button
                variant="outlined"
                color="error"
                loading={revoking.isLoading}
                onClick={() => void end()}
              >
                {texts.share.revoke}
              </Button>
            )}
          </Stack>
        </Stack>
      </CardContent>
    </Card>
  );
}
