import type { ReactNode } from 'react';
import { type EvidenceReportView, roleMay } from '@dps/contract';
import { isApiError, useCurrentUser, useSession } from '@dps/contract/client';
import { Button, ButtonLink, Stack, styled } from '@dps/ui';
import { Card, EmptyState, ErrorNotice, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { useParams } from '@dps/ui/router';
import { reportApi } from './report-api.ts';
import { ReportSheet } from './ReportSheet.tsx';
import { ShareReport } from './ShareReport.tsx';
import { texts } from '../texts/report.ts';

const Margins = styled('div')({
  width: '100%',
  maxWidth: 808,
  margin: '0 auto',
  padding: 24,
  '@media (max-width: 599.95px)': { padding: 16 },
  '@media print': { maxWidth: 'none', padding: 0 },
});

interface Props {
  query: { data?: EvidenceReportView | undefined; error?: unknown; refetch: () => unknown };
  /** Replaces the notice of a report that does not exist. */
  gone?: ReactNode;
  /** The way back from the report. */
  back?: ReactNode;
  children?: (report: EvidenceReportView) => ReactNode;
}

function Report({ query: { data: report, error, refetch }, gone, back, children }: Props) {
  const isGone = isApiError(error) && error.status === 404;
  return (
    <>
      <PageHeader
        title={texts.title}
        {...(report && { subtitle: report.title })}
        actions={
          report && (
            <>
              {back}
              <Button variant="contained" onClick={() => globalThis.print()}>
                {texts.print}
              </Button>
            </>
          )
        }
      />
      {!report && !error && <LoadingShape text={texts.loading} shape="facts" count={6} />}
      {!report &&
        error !== undefined &&
        (isGone && gone !== undefined ? (
          gone
        ) : (
          <ErrorNotice error={error} fallback={texts.failed} onRetry={() => void refetch()} />
        ))}
      {report && (
        <Stack spacing={4} sx={{ maxWidth: 760 }}>
          {children?.(report)}
          <ReportSheet report={report} />
        </Stack>
      )}
    </>
  );
}

/** `/report/{token}`: the report that a client shares, for readers without an account. */
export default function SharedReportPage() {
  const { token = '' } = useParams();
  const query = reportApi.sharedReport.useQuery(token);
  const gone = (
    <Card>
      <EmptyState {...texts.gone} />
    </Card>
  );
  const report = <Report query={query} gone={gone} />;
  // Only the frame of a signed-in user has margins.
  return useSession().state === 'signed-in' ? report : <Margins>{report}</Margins>;
}

/** `/flight-data?report={job}`: the report for the client and the pilot of a job. The client may share it. */
export function JobReportPage({ jobId }: { jobId: number }) {
  const { role } = useCurrentUser();
  const query = reportApi.report.useQuery(jobId);
  const back = (
    <ButtonLink to={`/jobs?job=${jobId}`} variant="outlined">
      {texts.back}
    </ButtonLink>
  );
  return (
    <Report query={query} back={back}>
      {(report) => roleMay('reports.share', role) && <ShareReport report={report} />}
    </Report>
  );
}
