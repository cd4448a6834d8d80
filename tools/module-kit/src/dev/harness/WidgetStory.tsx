import { Suspense, useState, type ComponentType } from 'react';
import { Alert, Button, Divider, MONO_FAMILY, Stack, TextField, Typography } from '@dps/ui';
import { LoadingNotice, PageHeader } from '@dps/ui/data';
import { Content, useTitle } from './page-frame.ts';
import type { AnyProps, DevelopedModule } from './developed-module.ts';
import { ModuleErrorBoundary } from './ModuleErrorBoundary.tsx';
import { callbacksOf, jsonOf, propsOf } from './props-text.ts';
import { texts } from './texts.ts';

const { story } = texts;

interface Props {
  module: DevelopedModule;
  name: string;
  View: ComponentType<AnyProps>;
}

/** Replaces the example's callbacks. A widget calls one when it is done, so `onCall` hides the widget. */
function callbacks(example: AnyProps, onCall: (name: string) => void): AnyProps {
  return Object.fromEntries(callbacksOf(example).map(([name]) => [name, () => onCall(name)]));
}

/** Shows a widget alone, with an editor for its props. */
export function WidgetStory({ module, name, View }: Props) {
  const example = module.examples[name];
  const [text, setText] = useState(() => jsonOf(example ?? {}));
  const [calledCallback, setCalledCallback] = useState<string | null>(null);
  useTitle(name, module.title);
  const props = propsOf(text);
  const callbackNames = callbacksOf(example ?? {}).map(([callback]) => callback);
  return (
    <Content>
      <PageHeader title={name} {...(!example && { subtitle: story.noExample })} />
      <TextField
        label={story.props}
        multiline
        minRows={3}
        maxRows={12}
        value={text}
        error={!props}
        helperText={
          props ? callbackNames.length > 0 && story.callbacks(callbackNames.join(', ')) : story.notJson
        }
        sx={{ fontFamily: MONO_FAMILY }}
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={(event) => setText(event.target.value)}
      />
      <Divider sx={{ my: 6 }} />
      {calledCallback !== null && (
        <Alert
          severity="info"
          action={<Button onClick={() => setCalledCallback(null)}>{story.again}</Button>}
        >
          <Typography>{story.called(calledCallback)}</Typography>
        </Alert>
      )}
      {calledCallback === null && props && (
        <ModuleErrorBoundary key={text}>
          <Suspense fallback={<LoadingNotice text={texts.loading} />}>
            <Stack component="section" aria-label={name}>
              <View {...props} {...callbacks(example ?? {}, setCalledCallback)} />
            </Stack>
          </Suspense>
        </ModuleErrorBoundary>
      )}
    </Content>
  );
}
