import { useId } from 'react';
import {
  formatCoverage,
  isCounted,
  paths,
  TAKE_BACK_MINUTES,
  type JobCoverageView,
  type JobDetailView,
  type JobView,
} from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';
import { Alert, Button, styled, Typography } from '@dps/ui';
import { Dialog, DialogActions, DialogContent, DialogTitle, ToneBadge } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { jobsApi } from '../../api.ts';
import { deliverablesApi } from '../../deliverables/deliverables-api.ts';
import { Facts } from '../../page/Facts.tsx';
import { texts } from '../../texts.ts';

/** A step of a job that its pilot confirms with a checklist of the work. */
export type ConfirmedStep = 'review' | 'completed';

/** The texts of the checklist, outside the first load. */
const checklist = {
  title: { review: 'Hand this job over for review?', completed: 'Mark this job as completed?' },
  text: {
    review: `The client is asked to look at the work, and can pay for it. Until the client opens it, you can take it back for ${TAKE_BACK_MINUTES} minutes.`,
    completed: 'The client is then asked to pay, and the job cannot return to review.',
  },
  flights: 'Flight records',
  logs: 'With a flight log',
  notEvidence: 'Not evidence of the job',
  covered: 'Area flown',
  deliverables: 'Deliverables',
  percent: (value: number) => `${value}%`,
  ofFlights: (logs: number, flights: number) => `${logs} of ${flights}`,
  ofNewest: (logs: number, flights: number) => `${logs} of the newest ${flights}`,
  notLoaded: 'Flights and deliverables could not be loaded. You can still continue.',
  missing: {
    progress: (value: number) => `The progress is ${value}%`,
    flights: 'No flight records yet',
    logs: 'No flight log yet',
    coverage: (percent: number) => `${percent}% of the area not flown`,
    deliverables: 'No deliverables yet',
  },
  cancel: 'Cancel',
  completeAt: (progress: number) => `Complete at ${progress}%`,
  setAndComplete: 'Set 100% and Complete',
} as const;

/** Without the coverage, the step is possible: the checklist leaves it out. */
const coverageApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  jobCoverage: build.query<JobCoverageView, number>({
    query: (jobId) => ({ url: paths.jobCoverage(jobId) }),
    providesTags: (_coverage, _error, id) => [{ type: 'Job', id }, 'FlightRecord'],
  }),
}));

/** The work of a job: `counted` flights have a log that is evidence of the job, `others` a log that is not. */
function workOf(
  { progress, flightData, flightDataCount: flights }: JobDetailView,
  delivered: number,
  coverage: JobCoverageView | undefined,
) {
  const logged = flightData.filter(({ evidence }) => evidence);
  const counted = logged.filter(({ evidence }) => evidence && isCounted(evidence)).length;
  return {
    progress,
    flights,
    read: flightData.length,
    counted,
    others: logged.length - counted,
    delivered,
    coverage,
  };
}
type Work = ReturnType<typeof workOf>;

function factsOf({ progress, flights, read, counted, others, delivered, coverage }: Work) {
  const share = (count: number) =>
    flights > read ? checklist.ofNewest(count, read) : checklist.ofFlights(count, flights);
  const notEvidence = <ToneBadge key="others" tone="yellow" shape="diamond" label={share(others)} />;
  return [
    [texts.fields.progress, checklist.percent(progress)],
    [checklist.flights, flights],
    [checklist.logs, share(counted)],
    ...(others > 0 ? [[checklist.notEvidence, notEvidence] as const] : []),
    ...(coverage?.area ? [[checklist.covered, formatCoverage(coverage)] as const] : []),
    [checklist.deliverables, delivered],
  ] as const;
}

/** Returns what the work lacks, as sentences. */
function missingOf({ progress, flights, counted, others, delivered, coverage }: Work): string[] {
  const { missing } = checklist;
  return [
    ...(progress < 100 ? [missing.progress(progress)] : []),
    ...(flights === 0 ? [missing.flights] : []),
    ...(flights > 0 && counted + others === 0 ? [missing.logs] : []),
    ...(coverage?.area && coverage.coveredPercent < 100
      ? [missing.coverage(100 - coverage.coveredPercent)]
      : []),
    ...(delivered === 0 ? [missing.deliverables] : []),
  ];
}

const Part = styled('div')({ marginTop: 16 });
const Missing = styled('ul')({ margin: 0, paddingInlineStart: 16 });
// Three long labels do not fit next to each other on a phone.
const Choices = styled(DialogActions)({ flexWrap: 'wrap', gap: 8, '& > button': { margin: 0 } });

function Checklist({ work }: { work: Work }) {
  const missing = missingOf(work);
  return (
    <>
      <Part>
        <Facts facts={factsOf(work)} />
      </Part>
      {missing.length > 0 && (
        <Part>
          <Alert severity="warning" role="note">
            <Missing>
              {missing.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </Missing>
          </Alert>
        </Part>
      )}
    </>
  );
}

/** Reads the work of a job. A job in a list has no details; without a network they may be missing. */
function useWork({ id, progress, areaSquareMeters }: JobView) {
  const detail = jobsApi.detail.useQuery(id);
  const files = deliverablesApi.deliverables.useQuery(id);
  const coverage = coverageApi.jobCoverage.useQuery(id, { skip: !areaSquareMeters });
  const delivered = files.data?.filter(({ completedAt }) => completedAt !== null).length;
  // The list has the latest progress, also while it waits on the device.
  const work =
    detail.data && delivered !== undefined && !coverage.isLoading
      ? workOf({ ...detail.data, progress }, delivered, coverage.data)
      : null;
  return { work, isFailed: !work && (detail.isError || files.isError) };
}

/** Confirms a step of a job with a checklist of the work. Completing a job offers to set a lower progress to 100. */
export default function StepConfirmDialog(props: {
  to: ConfirmedStep;
  job: JobView;
  onClose: () => void;
  onStep: (progress?: 100) => void;
}) {
  const { to, job, onClose, onStep } = props;
  const id = useId();
  const { work, isFailed } = useWork(job);
  const { cancel, completeAt, setAndComplete, notLoaded } = checklist;
  const isLower = to === 'completed' && job.progress < 100;
  const isLoading = !work && !isFailed;
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={`${id}-title`}>{checklist.title[to]}</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <Typography>{checklist.text[to]}</Typography>
        {work && <Checklist work={work} />}
        {isFailed && <Part>{notLoaded}</Part>}
        {isLoading && (
          <Part>
            <LoadingShape text={texts.loading} shape="facts" count={4} />
          </Part>
        )}
      </DialogContent>
      <Choices>
        <Button onClick={onClose}>{cancel}</Button>
        {isLower && (
          <Button variant="outlined" disabled={isLoading} onClick={() => onStep()}>
            {completeAt(job.progress)}
          </Button>
        )}
        <Button variant="contained" disabled={isLoading} onClick={() => onStep(isLower ? 100 : undefined)}>
          {isLower ? setAndComplete : texts.job.markAs(to)}
        </Button>
      </Choices>
    </Dialog>
  );
}
