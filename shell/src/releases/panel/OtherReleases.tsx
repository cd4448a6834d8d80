import { useState, useId, type SubmitEvent } from 'react';
import { Button, styled, Typography, TextField } from '@dps/ui';
import { parseOverride } from '../overrides/override.ts';
import { chooseOverrides, stopOverride } from '../overrides/override-store.ts';
import { releaseTexts } from '../../texts/releases.ts';
import type { PartReport } from './module-report.ts';

const texts = releaseTexts.panel;
const Form = styled('form')({ display: 'flex', alignItems: 'flex-start', gap: 8, maxWidth: 420 });

interface DevServerFormProps {
  title: string;
  /** Runs the module of a dev server; false if the deployment does not allow its address. */
  onRun: (address: string) => boolean;
}

/** A form for the address of a module's dev server. */
function DevServerForm({ title, onRun }: DevServerFormProps) {
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

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' });

interface Props {
  part: PartReport;
  /** The allowed origins of dev servers; undefined if the deployment does not allow overrides. */
  allowed: readonly string[] | undefined;
  /** Reloads the page. */
  onReload: () => void;
}

/** The other releases of a module; if overrides are allowed, each is a button that runs it in this tab. */
export function OtherReleases({ part, allowed, onReload }: Props) {
  const { name, title, others = [] } = part;
  const [isFormOpen, setFormOpen] = useState(false);
  const run = (source: string): boolean => {
    const chosen = allowed && parseOverride(`${name}@${source}`, allowed);
    if (!allowed || !chosen) return false;
    if (chooseOverrides([chosen], allowed)) onReload();
    return true;
  };
  const stop = () => {
    if (stopOverride(name, allowed ?? [])) onReload();
  };
  const names = others.length > 0 ? `${texts.others}:` : texts.noOthers;
  return (
    <>
      <Row>
        <Typography variant="caption" color="textSecondary">
          {allowed ? names : [names, others.join(', ')].join(' ')}
        </Typography>
        {allowed &&
          others.map((version) => (
            <Button
              key={version}
              size="small"
              variant="outlined"
              aria-label={texts.run(title, version)}
              onClick={() => run(version)}
            >
              {version}
            </Button>
          ))}
        {allowed && allowed.length > 0 && !isFormOpen && (
          <Button size="small" aria-label={texts.devServer(title)} onClick={() => setFormOpen(true)}>
            {texts.devServerShort}
          </Button>
        )}
        {part.isReplaced && (
          <Button size="small" aria-label={releaseTexts.bar.stopOne(title)} onClick={stop}>
            {releaseTexts.bar.stop}
          </Button>
        )}
      </Row>
      {isFormOpen && <DevServerForm title={title} onRun={run} />}
    </>
  );
}
