import { useState } from 'react';
import { screen } from '@testing-library/react';
import { renderInShell } from '../../testing/render-in-shell.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SelectField } from './SelectField.tsx';
import { TextField } from './TextField.tsx';

const OPTIONS = [
  { value: 'all', label: 'All Status' },
  { value: 'paid', label: 'Paid' },
];

function StatusFilter() {
  const [value, setValue] = useState('all');
  return <SelectField label="Status" value={value} onChange={setValue} options={OPTIONS} />;
}

describe('the fields', () => {
  it('names a text field by its label alone and describes it by what is wrong', () => {
    renderInShell(<TextField label="Username" required error helperText="Username is required" />);
    const field = screen.getByRole('textbox', { name: 'Username', description: 'Username is required' });
    expect(field.getAttribute('aria-required')).toBe('true');
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('shows and hides a password', async () => {
    const { events } = renderInShell(<PasswordField label="Password" />);
    const field = screen.getByLabelText('Password');
    expect(field.getAttribute('type')).toBe('password');
    await events.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.getAttribute('type')).toBe('text');
    await events.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.getAttribute('type')).toBe('password');
  });

  it('offers a choice as a combobox by its label', async () => {
    const { events } = renderInShell(<StatusFilter />);
    const box = screen.getByRole('combobox', { name: 'Status' });
    expect(box.textContent).toBe('All Status');
    await events.click(box);
    await events.click(screen.getByRole('option', { name: 'Paid' }));
    expect(box.textContent).toBe('Paid');
  });
});
