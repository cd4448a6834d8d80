import { Suspense, useId, useState } from 'react';
import type { JobArea } from '@dps/contract';
import { Alert, Button, Icon, icons, styled, Typography } from '@dps/ui';
import { onDemand } from '@dps/ui/on-demand';
import { areaOf, type JobFormik } from '../job-form/job-form.values.ts';
import { formTexts } from '../texts/form.ts';

const AreaEditor = onDemand(() => import(/* webpackChunkName: "area-editor" */ './AreaEditor.tsx'));
const DrawMap = onDemand(() => import(/* webpackChunkName: "map" */ './map/DrawMap.tsx'));
const AreaOutline = onDemand(() => import(/* webpackChunkName: "area-outline" */ './AreaOutline.tsx'));

const Place = styled('div')({ display: 'grid', gap: 8, marginBottom: 16 });
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 });

/** The area of a job in its form: its outline, and the ways to enter it. Both load when they are shown. */
export function AreaField({ formik }: { formik: JobFormik }) {
  const titleId = useId();
  const [open, setOpen] = useState<'editor' | 'map' | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const area = areaOf(formik.values.area);
  const { add, replace, remove, draw, editOnMap, title } = formTexts.area;
  const setArea = (next: JobArea | null) =>
    void formik.setFieldValue('area', next ? JSON.stringify(next) : '');
  const change = (next: JobArea | null, leftOut: string | null) => {
    setOpen(null);
    setNote(leftOut);
    setArea(next);
  };
  return (
    <Place role="group" aria-labelledby={titleId}>
      <Typography id={titleId} variant="subtitle2" component="span">
        {title}
      </Typography>
      <Suspense fallback={null}>
        {area && open !== 'map' && !formik.errors.area && <AreaOutline area={area} />}
        {note !== null && (
          <Alert severity="info" role="status">
            {note}
          </Alert>
        )}
        {open === 'editor' && <AreaEditor onRead={change} onClose={() => setOpen(null)} />}
        {open === 'map' && (
          <DrawMap
            area={area}
            location={formik.values.location}
            onChange={setArea}
            onClose={() => setOpen(null)}
          />
        )}
        {formik.errors.area && <Alert severity="error">{formik.errors.area}</Alert>}
      </Suspense>
      {open === null && (
        <Actions>
          <Button
            variant="outlined"
            startIcon={<Icon path={area ? icons.edit : icons.plus} />}
            onClick={() => setOpen('editor')}
          >
            {area ? replace : add}
          </Button>
          <Button
            variant="outlined"
            startIcon={<Icon path={icons.mapPin} />}
            onClick={() => {
              setNote(null);
              setOpen('map');
            }}
          >
            {area ? editOnMap : draw}
          </Button>
          {area && (
            <Button startIcon={<Icon path={icons.trash} />} onClick={() => change(null, null)}>
              {remove}
            </Button>
          )}
        </Actions>
      )}
    </Place>
  );
}
