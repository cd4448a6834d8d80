import { useState } from 'react';
import type { JobView } from '@dps/contract';
import { Button, styled, Typography } from '@dps/ui';
import { toast } from '@dps/ui/toast';
import { checklistFor } from './checklist.ts';
import { texts } from './texts.ts';

const List = styled('ul')({ listStyle: 'none', margin: '8px 0 16px', padding: 0 });
const Row = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 44,
  padding: '8px 0',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  cursor: 'pointer',
}));
const Box = styled('input')(({ theme }) => ({
  flexShrink: 0,
  width: 24,
  height: 24,
  margin: 0,
  accentColor: theme.vars.palette.primary.main,
}));
const Foot = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 16 });

/** The pre-flight checklist of a job. The pilot is ready after checking all items. */
export function Checklist({ job }: { job: JobView }) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const items = checklistFor(job.surveyType);
  const toggle = (item: string) =>
    setChecked((before) => {
      const after = new Set(before);
      if (!after.delete(item)) after.add(item);
      return after;
    });
  const finish = () => {
    toast({ title: texts.readyToast, description: job.title });
    setChecked(new Set());
  };
  return (
    <>
      <List aria-label={texts.list}>
        {items.map((item) => (
          <li key={item}>
            <Row>
              <Box type="checkbox" checked={checked.has(item)} onChange={() => toggle(item)} />
              {item}
            </Row>
          </li>
        ))}
      </List>
      <Foot>
        <Button variant="contained" disabled={checked.size < items.length} onClick={finish}>
          {texts.ready}
        </Button>
        <Typography color="textSecondary" role="status">
          {texts.checked(checked.size, items.length)}
        </Typography>
      </Foot>
    </>
  );
}
