import { paths, type EvidenceReportView, type ReportLinkView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls of evidence reports. A report is always read again: its link may have ended. */
export const reportApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  report: build.query<EvidenceReportView, number>({
    query: (jobId) => ({ url: paths.jobReport(jobId) }),
    keepUnusedDataFor: 0,
  }),
  sharedReport: build.query<EvidenceReportView, string>({
    query: (token) => ({ url: paths.sharedReport(token) }),
    keepUnusedDataFor: 0,
  }),
  shareReport: build.mutation<ReportLinkView, number>({
    query: (jobId) => ({ url: paths.reportLink(jobId), method: 'POST' }),
  }),
  revokeReport: build.mutation<void, number>({
    query: (jobId) => ({ url: paths.reportLink(jobId), method: 'DELETE' }),
  }),
}));
