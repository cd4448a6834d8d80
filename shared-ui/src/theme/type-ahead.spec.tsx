import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import { fireEvent, screen } from '@testing-library/react';
import { renderInShell } from '../testing/render-in-shell.tsx';

const NAMES = ['Paid', 'Pending', 'Review', 'Completed'];
let clock = 0;

/** Types letters into an open menu with a pause, in ms, before each. Returns the text of the focused item. */
function type(letters: string, pause: number): string | null {
  for (const key of letters) {
    clock += pause;
    const event = new KeyboardEvent('keydown', { key, bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: clock });
    fireEvent(document.activeElement ?? document.body, event);
  }
  return document.activeElement?.textContent ?? null;
}

beforeEach(() => {
  clock += 10_000;
  renderInShell(
    <MenuList autoFocusItem>
      {NAMES.map((name) => (
        <MenuItem key={name} disabled={name === 'Review'}>
          {name}
        </MenuItem>
      ))}
    </MenuList>,
  );
});

describe('typing in a menu', () => {
  it.each([
    ['c', 900, 'Completed'],
    ['pe', 900, 'Pending'],
    ['p', 900, 'Pending'],
    ['pp', 900, 'Paid'],
    ['pc', 1_100, 'Completed'],
    ['pc', 900, 'Pending'],
    ['r', 900, 'Paid'],
    ['x', 900, 'Paid'],
  ])('[LIMIT-2] "%s", %d ms apart, focuses %s', (letters, pause, expected) => {
    expect(screen.getAllByRole('menuitem')[0]).toBe(document.activeElement);
    expect(type(letters, pause)).toBe(expected);
  });
});
