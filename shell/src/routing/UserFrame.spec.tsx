import type { ComponentType, ReactNode } from 'react';
import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { Registry, UserView } from '@dps/contract';
import { aPilot } from '@dps/contract/testing';
import { useRoutes } from '@dps/ui/router';
import { frame } from '../frame/frame.ts';
import { preloadable } from '../modules/preloadable.tsx';
import { aRegistry } from '../testing/registry.ts';
import { renderShell } from '../testing/render-shell.tsx';
import { UserArea } from './UserArea.tsx';

type FrameComponent = ComponentType<{ registry: Registry; user: UserView; children: ReactNode }>;

const registry = aRegistry();
function Product() {
  const children = [{ path: '/', element: <h1>Home</h1> }];
  return useRoutes([{ element: <UserArea registry={registry} />, children }]);
}

describe('the frame of a signed-in user', () => {
  it('is replaced by a spinner while it loads', async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: FrameComponent }>();
    jest.spyOn(frame, 'Component').mockImplementation(preloadable(() => promise).Component);
    await act(async () => void renderShell(<Product />, { user: aPilot() }));
    expect(screen.getByRole('status').textContent).toBe('Loading...');
    await act(async () => resolve({ default: ({ children }) => <main>{children}</main> }));
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
    expect(screen.queryByText('Loading...')).toBeNull();
  });
});
