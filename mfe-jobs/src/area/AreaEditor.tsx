import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import type { JobArea } from '@dps/contract';
import {
  AreaProblem,
  readAreaFile,
  readAreaText,
  rectangleArea,
  type AreaReading,
} from '@dps/flight-logs/area';
import { Alert, Button, Icon, icons, RADIUS, styled, TextField, Typography } from '@dps/ui';
import { areaTexts } from '../texts/area.ts';

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  padding: 12,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: RADIUS.control,
}));
const Row = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))',
  gap: 8,
});
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

interface Props {
  /** Receives an area, and a sentence about the shapes that were left out. */
  onRead: (area: JobArea, leftOut: string | null) => void;
  onClose: () => void;
}

/** The sentence about the shapes of a document that are not part of its area; null without any. */
function leftOutText({ leftOut }: AreaReading): string | null {
  const { polygons, lines, points } = leftOut;
  const shapes = [
    areaTexts.count(polygons, 'polygon'),
    areaTexts.count(lines, 'line'),
    areaTexts.count(points, 'point'),
  ].filter((text) => text !== '');
  return shapes.length === 0 ? null : areaTexts.leftOut(shapes.join(', '));
}

const EMPTY_BOX = { center: '', width: '', height: '' };

/** Reads an area from a file, a pasted text, or a center with a width and a height. Loads on demand. */
export default function AreaEditor({ onRead, onClose }: Props) {
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const [box, setBox] = useState(EMPTY_BOX);
  const [problem, setProblem] = useState<string | null>(null);

  const read = async (reading: () => Promise<AreaReading>) => {
    try {
      const result = await reading();
      onRead(result.area, leftOutText(result));
    } catch (error) {
      setProblem(error instanceof AreaProblem ? error.message : areaTexts.unreadable);
    }
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // Without this, the browser does not report a corrected file with the same name.
    target.value = '';
    if (!file) return;
    const bytesOf = async (start: number, end: number) =>
      new Uint8Array(await file.slice(start, end).arrayBuffer());
    void read(() => readAreaFile({ name: file.name, size: file.size, read: bytesOf }));
  };
  const readBox = () => void read(() => rectangleArea(box.center, Number(box.width), Number(box.height)));
  const boxField = (name: keyof typeof EMPTY_BOX) => ({
    label: areaTexts.box[name],
    value: box[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setBox({ ...box, [name]: target.value }),
    // Enter would post the job.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      readBox();
    },
  });
  return (
    <Frame>
      <Actions>
        <input
          ref={input}
          type="file"
          hidden
          accept={areaTexts.accept}
          aria-label={areaTexts.choose}
          onChange={choose}
        />
        <Button
          variant="outlined"
          startIcon={<Icon path={icons.upload} />}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          {areaTexts.choose}
        </Button>
        <Button onClick={onClose}>{areaTexts.cancel}</Button>
      </Actions>
      <Typography id={hintId} variant="caption" color="textSecondary">
        {areaTexts.hint}
      </Typography>
      <TextField
        label={areaTexts.paste}
        multiline
        rows={3}
        value={pasted}
        placeholder={areaTexts.pastePlaceholder}
        onChange={({ target }) => setPasted(target.value)}
      />
      <Actions>
        <Button variant="outlined" onClick={() => void read(() => readAreaText(pasted))}>
          {areaTexts.takePasted}
        </Button>
      </Actions>
      <Row>
        <TextField {...boxField('center')} placeholder={areaTexts.centerPlaceholder} />
        <TextField {...boxField('width')} slotProps={{ htmlInput: { inputMode: 'decimal' } }} />
        <TextField {...boxField('height')} slotProps={{ htmlInput: { inputMode: 'decimal' } }} />
      </Row>
      <Actions>
        <Button variant="outlined" onClick={readBox}>
          {areaTexts.takeBox}
        </Button>
      </Actions>
      {problem !== null && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
    </Frame>
  );
}
