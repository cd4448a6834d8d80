import { Suspense } from 'react';
import type { WidgetRequest } from '@dps/shared-contracts/client';
import { Button, MONO_FAMILY, Stack, styled, Typography } from '@dps/ui';
import { LoadingNotice } from '@dps/ui/data';
import type { AnyProps, DevelopedModule } from './developed-module.ts';
import { callbacksOf, jsonOf } from './props-text.ts';
import { texts } from './texts.ts';

const Outline = styled('section')(({ theme }) => ({
  padding: 16,
  border: `2px dashed ${theme.vars.palette.tones.blue.text}`,
  borderRadius: theme.vars.shape.borderRadius,
  color: theme.vars.palette.tones.blue.text,
  backgroundColor: theme.vars.palette.tones.blue.background,
}));
const Props = styled('pre')({
  margin: '8px 0',
  maxHeight: 160,
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontFamily: MONO_FAMILY,
});

/** Where another module's widget would be: its name, its props, and its callbacks to be tried. */
function ForeignWidget({ name, props }: { name: string; props: AnyProps }) {
  return (
    <Outline aria-label={texts.foreign.label(name)}>
      <Typography variant="subtitle2">{name}</Typography>
      <Typography>{texts.foreign.text}</Typography>
      <Props tabIndex={0}>{jsonOf(props)}</Props>
      <Stack direction="row" spacing={2}>
        {callbacksOf(props).map(([callback, call]) => (
          <Button key={callback} size="small" color="inherit" variant="outlined" onClick={() => call()}>
            {`${callback}()`}
          </Button>
        ))}
      </Stack>
    </Outline>
  );
}

/** What the harness puts in place of the contract's `<Widget>`: the module's own ones, and outlines of all others. */
export function hostOf({ widgets }: DevelopedModule) {
  return function HostedWidget({ request: { name, props } }: { request: WidgetRequest }) {
    const View = widgets.get(name);
    if (!View) return <ForeignWidget name={name} props={{ ...props }} />;
    return (
      <Suspense fallback={<LoadingNotice text={texts.loading} />}>
        <View {...props} />
      </Suspense>
    );
  };
}
