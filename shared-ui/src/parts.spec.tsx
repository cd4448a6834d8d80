import { useState } from 'react';
import { fireEvent, screen } from '@testing-library/react';
import { JOB_STATUSES } from '@dps/contract';
import { Modal } from './dialog/Modal.tsx';
import { PasswordField } from './field/PasswordField.tsx';
import { SelectField } from './field/SelectField.tsx';
import { TextField } from './field/TextField.tsx';
import { initials } from './person/PersonAvatar.tsx';
import { StatusBadge } from './status/StatusBadge.tsx';
import { renderInShell } from './testing/render-in-shell.tsx';

const OPTIONS = [
  { value: 'all', label: 'All Status' },
  { value: 'paid', label: 'Paid' },
];

function StatusFilter() {
  const [value, setValue] = useState('all');
  return <SelectField label="Status" value={value} onChange={setValue} options={OPTIONS} />;
}

describe('the fields', () => {
  it('gives a text field its label as name and its error as description, and none while the helper line is empty', () => {
    renderInShell(<TextField label="Username" required error helperText="Username is required" />);
    const field = screen.getByRole('textbox', { name: 'Username', description: 'Username is required' });
    expect(field.getAttribute('aria-required')).toBe('true');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    renderInShell(<TextField label="Name" error={false} />);
    expect(screen.getByLabelText('Name').hasAttribute('aria-describedby')).toBe(false);
  });

  it('shows that Caps Lock is on, together with the error, while the password field has the focus', () => {
    renderInShell(<PasswordField label="Password" error helperText="Password is required" />);
    const field = screen.getByLabelText('Password');
    const press = (modifierCapsLock: boolean) => fireEvent.keyUp(field, { key: 'a', modifierCapsLock });
    press(true);
    expect(screen.getByText('Caps Lock is on')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    press(false);
    expect(screen.queryByText('Caps Lock is on')).toBeNull();
    press(true);
    fireEvent.blur(field);
    expect(screen.queryByText('Caps Lock is on')).toBeNull();
  });

  it('is a combobox with the label as its name', async () => {
    const { events } = renderInShell(<StatusFilter />);
    const box = screen.getByRole('combobox', { name: 'Status' });
    expect(box.textContent).toBe('All Status');
    await events.click(box);
    await events.click(screen.getByRole('option', { name: 'Paid' }));
    expect(box.textContent).toBe('Paid');
  });
});

/** A dialog whose step loads, is busy and then idle. */
function TwoSteps({ press }: { press: (name: string) => () => void }) {
  const [state, setState] = useState('loading');
  return (
    <Modal title="Roof" onClose={press('close')} onBack={press('back')}>
      {state === 'loading' ? (
        <button onClick={() => setState('busy')}>Load</button>
      ) : (
        <Modal title="Payment" busy={state === 'busy'} onClose={press('step')}>
          <button onClick={() => setState('idle')}>Finish</button>
        </Modal>
      )}
    </Modal>
  );
}

it('a step of a dialog has its own title and can prevent closing; until it is loaded, the dialog keeps its title', async () => {
  const pressed: string[] = [];
  const { events } = renderInShell(<TwoSteps press={(name) => () => void pressed.push(name)} />);
  const press = (name: string) => events.click(screen.getByRole('button', { name }));
  const place = screen.getByRole('dialog', { name: 'Roof' });
  await press('Back');
  await press('Load');
  expect(screen.getByRole('dialog', { name: 'Payment' })).toBe(place);
  expect(screen.queryByText('Roof')).toBeNull();
  await events.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
  expect(pressed).toEqual(['back']);
  await press('Finish');
  await events.keyboard('{Escape}');
  await press('Close');
  expect(pressed).toEqual(['back', 'close', 'close']);
});

it('[STATUS-2, STATUS-3, STATUS-4] the badge of a status has its label, its colour and a shape of its own', () => {
  const badges = JOB_STATUSES.map((status) => <StatusBadge key={status} status={status} />);
  const { container } = renderInShell(badges);
  const toneOf = (label: string) => screen.getByText(label).closest('[data-tone]')?.getAttribute('data-tone');
  const labels = ['Pending', 'In Progress', 'Review', 'Completed', 'Paid'];
  expect(labels.map(toneOf)).toEqual(['gray', 'yellow', 'blue', 'green', 'purple']);
  const shapes = [...container.querySelectorAll('path')].map((shape) => shape.getAttribute('d'));
  expect(new Set(shapes).size).toBe(JOB_STATUSES.length);
});

it.each([
  ['ada', 'A'],
  ['Mary Jane Watson', 'MJ'],
  ['  Ada   Lovelace ', 'AL'],
  ['e\u0301lodie d\u0323', 'E\u0301D\u0323'],
  ['🚁 Pilots', '🚁P'],
  ['', ''],
])('[ROLE-6] the initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected);
});
