import { useState } from 'react';
import { isSummary, type EvidenceReportView, type FlightLogState, type ReportedFlight } from '@dps/contract';
import { Stack, styled, Typography } from '@dps/ui';
import { PrintSheet, SheetFacts } from '@dps/ui/print-sheet';
import { EvidenceWarnings } from '../evidence/EvidenceWarnings.tsx';
import { LogFacts, RecordFacts, TypedFacts } from '../evidence/EvidenceFacts.tsx';
import { HeightLimit, SummaryNotice, TrackViews } from '../evidence/FlightDrawing.tsx';
import { Coverage } from '../area-coverage/Coverage.tsx';
import { coverageTexts } from '../texts/coverage.ts';
import { reportFacts } from './report-facts.ts';
import { texts } from '../texts/report.ts';

const Part = styled('section')(({ theme }) => ({
  marginTop: 24,
  paddingTop: 24,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '@media print': {
    'figure, dl': { breakInside: 'avoid' },
    h2: { breakAfter: 'avoid' },
    // The table and its control are for the screen.
    'details, button': { display: 'none' },
  },
}));

/** Returns why a flight has no evidence. */
function withoutEvidence(logState: FlightLogState | null): string {
  if (logState === 'checking') return texts.uncheckedLog;
  return logState === 'refused' ? texts.unreadLog : texts.noLog;
}

function FlightPart({ flight }: { flight: ReportedFlight }) {
  const { flightNumber, evidence, track } = flight;
  return (
    <Part aria-label={texts.flight(flightNumber)}>
      <Stack spacing={4}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {texts.flight(flightNumber)}
        </Typography>
        {evidence ? (
          <>
            <EvidenceWarnings evidence={evidence} />
            <RecordFacts record={flight} evidence={evidence} />
            <div>
              <HeightLimit evidence={evidence} />
            </div>
            <LogFacts evidence={evidence} isReport />
            {isSummary(evidence.figures) && <SummaryNotice />}
            {track && <TrackViews evidence={evidence} track={track} />}
            {!track && !isSummary(evidence.figures) && (
              <Typography color="textSecondary">{texts.noTrack}</Typography>
            )}
          </>
        ) : (
          <>
            <TypedFacts record={flight} />
            <Typography color="textSecondary">{withoutEvidence(flight.logState)}</Typography>
          </>
        )}
      </Stack>
    </Part>
  );
}

/** The evidence of a job's flights, to print: the details of the job, and the figures and tracks of each flight. */
export function ReportSheet({ report }: { report: EvidenceReportView }) {
  const [now] = useState(() => new Date());
  const { coverage } = report;
  return (
    <PrintSheet label={texts.title}>
      <SheetFacts facts={reportFacts(report, now)} />
      {coverage?.area && (
        <Part aria-label={coverageTexts.title}>
          <Typography variant="h3" component="h2">
            {coverageTexts.title}
          </Typography>
          <Coverage coverage={coverage} area={coverage.area} />
        </Part>
      )}
      {report.flights.length === 0 && <Typography>{texts.noFlights}</Typography>}
      {report.flights.map((flight) => (
        <FlightPart key={flight.id} flight={flight} />
      ))}
      <Typography color="textSecondary" sx={{ mt: 6 }}>
        {texts.about}
      </Typography>
    </PrintSheet>
  );
}
