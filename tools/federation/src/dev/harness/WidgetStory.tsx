import { Suspense, useState, type ComponentType } from 'react';
import { Alert, Button, Divider, MONO_FAMILY, Stack, TextField, Typography } from '@dps/ui';
import { LoadingNotice, PageHeader } from '@dps/ui/data';
import { Content } from './Content.ts';
import type { AnyProps, DevelopedModule } from './developed-module.ts';
import { PartBoundary } from './PartBoundary.tsx';
import { callbacksOf, jsonOf, propsOf } from './props-text.ts';
import { texts } from './texts.ts';
import { useTitle } from './useTitle.ts';

const { story } = texts;

interface Props {
  module: DevelopedModule;
  name: string;
  View: ComponentType<AnyProps>;
}

/** The example's callbacks; each ends the widget, as they do for its hosts: it was closed, or is done. */
function callbacks(example: AnyProps, called: (name: string) => void): AnyProps {
  return Object.fromEntries(callbacksOf(example).map(([name]) => [name, () => called(name)]));
}

/** A widget alone, with props that can be edited. */
export function WidgetStory({ module, name, View }: Props) {
  const example = module.examples[name];
  const [text, setText] = useState(() => jsonOf(example ?? {}));
  const [ended, setEnded] = useState<string | null>(null);
  useTitle(name, module.title);
  const props = propsOf(text);
  const given = callbacksOf(example ?? {}).map(([callback]) => callback);
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
        helperText={props ? given.length > 0 && story.callbacks(given.join(', ')) : story.notJson}
        sx={{ fontFamily: MONO_FAMILY }}
        slotProps={{ htmlInput: { spellCheck: false } }}
        onChange={(event) => setText(event.target.value)}
      />
      <Divider sx={{ my: 6 }} />
      {ended !== null && (
        <Alert severity="info" action={<Button onClick={() => setEnded(null)}>{story.again}</Button>}>
          <Typography>{story.called(ended)}</Typography>
        </Alert>
      )}
      {ended === null && props && (
        <PartBoundary key={text}>
          <Suspense fallback={<LoadingNotice text={texts.loading} />}>
            <Stack component="section" aria-label={name}>
              <View {...props} {...callbacks(example ?? {}, setEnded)} />
            </Stack>
          </Suspense>
        </PartBoundary>
      )}
    </Content>
  );
}
