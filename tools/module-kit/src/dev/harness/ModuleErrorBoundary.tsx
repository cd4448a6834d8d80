import { Component, type ReactNode } from 'react';
import { Alert, Button, MONO_FAMILY, styled, Typography } from '@dps/ui';
import { Content } from './page-frame.ts';
import { texts } from './texts.ts';

const { moduleError } = texts;
const Stack = styled('pre')({ margin: '8px 0 0', whiteSpace: 'pre-wrap', fontFamily: MONO_FAMILY });

interface State {
  error: unknown;
  failed: boolean;
}

/** Shows an error that a component of the module throws. Hot module replacement renders a changed source immediately. */
export class ModuleErrorBoundary extends Component<{ children: ReactNode }, State> {
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
              {moduleError.again}
            </Button>
          }
        >
          <Typography variant="subtitle2">{moduleError.title}</Typography>
          <Typography>{moduleError.text}</Typography>
          <Stack>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</Stack>
        </Alert>
      </Content>
    );
  }
}
