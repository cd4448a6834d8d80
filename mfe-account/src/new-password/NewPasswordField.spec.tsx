import { useState } from 'react';
import { screen, waitFor } from '@testing-library/react';
import { reply, type Handler } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { NewPasswordField } from './NewPasswordField.tsx';

function Form({ error }: { error: boolean }) {
  const [value, setValue] = useState('');
  return (
    <NewPasswordField
      label="Password"
      value={value}
      onChange={({ target }) => setValue(target.value)}
      error={error}
      helperText={error && 'Too short'}
      known={['sky_pilot', '']}
    />
  );
}

const field = () => screen.getByLabelText('Password', { selector: 'input' });
const strength = (name: string) => screen.findByText(`Strength: ${name}`);

function show(words: Handler, error = false) {
  const shell = renderInShell(<Form error={error} />, {
    handlers: { 'GET /api/auth/common-passwords': words },
  });
  const type = async (password: string) => {
    await shell.events.clear(field());
    await shell.events.paste(password);
  };
  return { ...shell, type };
}

describe('the field of a new password', () => {
  it('[PASSWORD-4] shows no strength if the list of common passwords does not load, and loads it again', async () => {
    let isBusy = true;
    const { calls, type } = show(() => (isBusy ? reply(503, { code: 'unavailable' }) : ['dragon']));
    expect(calls).toEqual([]);
    await type('dragon');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(field()).toHaveProperty('value', 'dragon');
    expect(screen.queryByText(/Strength/)).toBeNull();
    isBusy = false;
    await type('dragon');
    expect(await strength('Very weak')).toBeTruthy();
    expect(calls.map(({ body }) => body)).toEqual([undefined, undefined]);
  });

  it('[PASSWORD-2, PASSWORD-3] rates what is typed, also against the other fields', async () => {
    const { type } = show(() => ['dragon']);
    await type('dragon99');
    expect(await strength('Weak')).toBeTruthy();
    await type('sky_pilot');
    expect(await strength('Very weak')).toBeTruthy();
    await type('correct horse');
    expect(await strength('Strong')).toBeTruthy();
    await type('x'.repeat(200));
    expect(await strength('Very weak')).toBeTruthy();
  });

  it('shows an error instead of the strength', async () => {
    const { type } = show(() => ['dragon'], true);
    await type('correct horse');
    expect(screen.getByText('Too short')).toBeTruthy();
    expect(screen.queryByText(/Strength/)).toBeNull();
  });
});
