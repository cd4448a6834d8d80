import { act, screen } from '@testing-library/react';
import { tracked } from '../modules/tracked.ts';
import { aRegistry } from '../testing/registry.ts';
import { renderShell } from '../testing/render-shell.tsx';
import { ShellRoutes } from './ShellRoutes.tsx';

describe('the routes', () => {
  it('show a spinner until the pages may request the current user', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const routes = <ShellRoutes registry={aRegistry()} ready={tracked(promise)} />;
    await act(async () => renderShell(routes, { path: '/' }));
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    resolve();
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
    expect(screen.queryByText('Loading...')).toBeNull();
  });
});
