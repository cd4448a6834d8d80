import { useId, useRef, useState, type DragEvent } from 'react';
import { LOG_EXTENSIONS } from '@dps/flight-logs/formats';
import { Alert, Button, Icon, icons, Stack, styled, Typography, VisuallyHidden } from '@dps/ui';
import { ProgressBar } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import type { ChosenLog, LogState } from '../log/useFlightLog.ts';
import { texts } from '../texts.ts';

const Zone = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: 16,
  border: `1px dashed ${theme.vars.palette.outline}`,
  borderRadius: theme.shape.borderRadius,
  '&[data-over="true"]': {
    borderStyle: 'solid',
    borderColor: theme.vars.palette.primary.main,
    backgroundColor: theme.vars.palette.background.default,
  },
}));

/** Extensions and media types that exporters and operating systems use. */
const ACCEPTED = [...LOG_EXTENSIONS, 'text/csv', 'application/geo+json', 'application/json'].join();

function Outcome({ state, onCancel }: { state: LogState; onCancel: () => void }) {
  const { log } = texts;
  if (state.kind === 'failed') {
    return (
      <Alert severity="error">
        <strong>
          <Literal>{state.name}</Literal>
        </strong>
        <span>{`: ${state.message}`}</span>
      </Alert>
    );
  }
  if (state.kind === 'read') {
    // The status message contains the same text.
    return <Typography aria-hidden>{log.read(state.evidence.fileName)}</Typography>;
  }
  if (state.kind !== 'reading') return null;
  return (
    <Stack direction="row" spacing={3} sx={{ alignItems: 'center' }}>
      <div style={{ flexGrow: 1, minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{log.reading(state.name)}</Typography>
        <ProgressBar value={Math.round(state.share * 100)} label={log.reading(state.name)} />
      </div>
      <Button size="small" onClick={onCancel}>
        {log.cancel}
      </Button>
    </Stack>
  );
}

/** Returns the status message for screen readers, which omits the progress. */
function statusOf(state: LogState): string {
  if (state.kind === 'read') return texts.log.read(state.evidence.fileName);
  return state.kind === 'reading' ? texts.log.reading(state.name) : '';
}

interface Props {
  chosen: ChosenLog;
  disabled: boolean;
}

/** The field to choose or drop a flight log, with its progress and result. */
export function LogField({ chosen: { state, choose, clear }, disabled }: Props) {
  const titleId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { log } = texts;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) choose(file);
  };
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver && !disabled);
  };
  return (
    <Zone
      role="group"
      aria-labelledby={titleId}
      data-over={over}
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        take(event.dataTransfer.files);
      }}
    >
      <Typography id={titleId} sx={{ fontWeight: 550 }}>
        {log.title}
      </Typography>
      <Typography color="textSecondary">{log.hint}</Typography>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          variant="outlined"
          startIcon={<Icon path={icons.upload} />}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {state.kind === 'none' ? log.choose : log.chooseOther}
        </Button>
        {state.kind === 'none' && <Typography color="textSecondary">{log.orDrop}</Typography>}
        {state.kind === 'read' && (
          <Button disabled={disabled} onClick={clear}>
            {log.remove}
          </Button>
        )}
      </Stack>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={log.input}
        accept={ACCEPTED}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
      <Outcome state={state} onCancel={clear} />
      <VisuallyHidden role="status">{statusOf(state)}</VisuallyHidden>
    </Zone>
  );
}
