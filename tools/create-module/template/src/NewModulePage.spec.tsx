import { aPilot } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { screen } from '@testing-library/react';
import { texts } from './texts.ts';
import NewModulePage from './NewModulePage.tsx';

describe('NewModulePage', () => {
  it('greets the signed-in user', () => {
    renderInShell(<NewModulePage />, { user: aPilot({ name: 'Robin Vance' }) });
    expect(screen.getByRole('heading', { name: texts.title })).toBeTruthy();
    expect(screen.getByText(texts.greeting('Robin Vance'))).toBeTruthy();
  });
});
