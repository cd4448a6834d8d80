import { Component, type ReactNode } from 'react';
import { Alert, Button, MONO_FAMILY, styled, Typography } from '@dps/ui';
import { Content } from './Content.ts';
import { texts } from './texts.ts';

const { thrown } = texts;
const Stack = styled('pre')({ margin: '8px 0 0', whiteSpace: 'pre-wrap', fontFamily: MONO_FAMILY });

interface State {
  error: unknown;
  failed: boolean;
}

/** Keeps an error of the module from the harness around it, and shows it. A changed source is tried at once. */
export class PartBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    const again = () => this.setState({ error: undefined, failed: false });
    return (
      <Content>
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={again}>
              {thrown.again}
            </Button>
          }
        >
          <Typography variant="subtitle2">{thrown.title}</Typography>
          <Typography>{thrown.text}</Typography>
          <Stack>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</Stack>
        </Alert>
      </Content>
    );
  }
}
