import { useId, useState, type SubmitEvent } from 'react';
import { Button, styled, TextField } from '@dps/ui';
import { releaseTexts } from '../../texts/releases.ts';

const Form = styled('form')({ display: 'flex', alignItems: 'flex-start', gap: 8, maxWidth: 420 });
const texts = releaseTexts.panel;

interface Props {
  title: string;
  /** Runs the module of a dev server; false if the deployment does not allow its address. */
  onRun: (address: string) => boolean;
}

/** A form for the address of a module's dev server. */
export function DevServerForm({ title, onRun }: Props) {
  const [address, setAddress] = useState('http://localhost:4300');
  const [isRefused, setRefused] = useState(false);
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(!onRun(address.trim()));
  };
  return (
    <Form onSubmit={submit} noValidate>
      <TextField
        id={id}
        label={texts.devServer(title)}
        value={address}
        autoFocus
        error={isRefused}
        helperText={isRefused ? texts.notAllowed : texts.devServerHint}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit" size="small" variant="outlined" sx={{ mt: '24px', flexShrink: 0 }}>
        {texts.runShort}
      </Button>
    </Form>
  );
}
