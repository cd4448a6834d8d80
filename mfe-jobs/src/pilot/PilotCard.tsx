import { formatInstantDay, LICENSE_NOTE, ROLE_LABELS, type PilotView } from '@dps/contract';
import { Icon, IconButton, icons, styled, Typography } from '@dps/ui';
import { Modal, PersonAvatar, Tooltip } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { Literal } from '@dps/ui/literal';
import { jobsApi } from '../api.ts';
import { Facts } from '../page/Facts.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { texts } from '../texts.ts';
import { pilotTexts } from '../texts/pilot.ts';

const Person = styled('div')({ display: 'flex', alignItems: 'center', gap: 16, marginBottom: 16 });
const TextColumn = styled('div')({ minWidth: 0 });
const Role = styled('div')({ display: 'flex', alignItems: 'center', gap: 4 });
const Source = styled(Typography)({ display: 'block', marginTop: 12 });

function figuresOf({ completedJobs, jobsWithEvidence, jobsOnTime, flightMinutes }: PilotView) {
  const share = (part: number) =>
    completedJobs === 0 ? texts.notYetKnown : pilotTexts.share(part, completedJobs);
  return [
    [pilotTexts.completedJobs, String(completedJobs)],
    [pilotTexts.flightHours, pilotTexts.hours(flightMinutes)],
    [pilotTexts.withLogs, share(jobsWithEvidence)],
    [pilotTexts.onTime, share(jobsOnTime)],
  ] as const;
}

function Loaded({ pilot }: { pilot: PilotView }) {
  const role = ROLE_LABELS.pilot;
  return (
    <>
      <Person>
        <PersonAvatar name={pilot.name} image={pilot.profileImage} size={56} />
        <TextColumn>
          <Typography variant="h3" component="p" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            <Literal>{pilot.name}</Literal>
          </Typography>
          <Role>
            <Typography color="textSecondary">{role}</Typography>
            <Tooltip title={LICENSE_NOTE} enterTouchDelay={0}>
              <IconButton size="small" aria-label={texts.about(role)}>
                <Icon path={icons.info} size={16} />
              </IconButton>
            </Tooltip>
          </Role>
          <Typography variant="caption" color="textSecondary">
            {pilotTexts.memberSince(formatInstantDay(pilot.memberSince))}
          </Typography>
        </TextColumn>
      </Person>
      <Facts facts={figuresOf(pilot)} />
      <Source variant="caption" color="textSecondary">
        {pilotTexts.source}
      </Source>
    </>
  );
}

/** The pilot of one of the client's jobs, with figures that the API counts. */
export function PilotCard({ pilotId }: { pilotId: number }) {
  const { data, error, refetch } = jobsApi.pilot.useQuery(pilotId);
  return (
    <>
      {!data && !error && <LoadingShape text={texts.loading} shape="facts" count={4} />}
      <QueryError error={error} fallback={pilotTexts.failed} onRetry={refetch} />
      {data && <Loaded pilot={data} />}
    </>
  );
}

/** The card in a dialog. */
export function PilotDialog({ pilotId, onClose }: { pilotId: number; onClose: () => void }) {
  return (
    <Modal title={pilotTexts.title} maxWidth="xs" onClose={onClose}>
      <PilotCard pilotId={pilotId} />
    </Modal>
  );
}
