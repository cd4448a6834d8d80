import { Suspense } from 'react';
import type { WidgetRequest } from '@dps/contract/client';
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

/** Placeholder for another module's widget: its name, its props, and a button for each callback. */
function WidgetPlaceholder({ name, props }: { name: string; props: AnyProps }) {
  return (
    <Outline aria-label={texts.placeholder.label(name)}>
      <Typography variant="subtitle2">{name}</Typography>
      <Typography>{texts.placeholder.text}</Typography>
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

/** Returns the component that renders the contract's `<Widget>`: the module's own widgets, and placeholders for others. */
export function hostOf({ widgets }: DevelopedModule) {
  return function HostedWidget({ request: { name, props } }: { request: WidgetRequest }) {
    const View = widgets.get(name);
    if (!View) return <WidgetPlaceholder name={name} props={{ ...props }} />;
    return (
      <Suspense fallback={<LoadingNotice text={texts.loading} />}>
        <View {...props} />
      </Suspense>
    );
  };
}
