import { jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import type { PreviewNotice, UserView } from '@dps/contract';
import { aPilot } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import { startSession } from '../session/shell-session.ts';
import { aModule, aRegistry } from '../testing/registry.ts';
import { ReleaseTools } from './ReleaseTools.tsx';

const [ADA, BEN] = [aPilot({ id: 7 }), aPilot({ id: 8 })];

/** Shows the tools in a document with a preview. */
async function show(preview: PreviewNotice) {
  const session = startSession(() => Promise.resolve());
  const onReload = jest.fn();
  const releases = { registry: aRegistry(aModule('jobs')), requested: [], isRefused: false };
  const deployment = { demoAccounts: [], payments: { publishableKey: '', sandboxScript: null }, preview };
  renderInShell(<ReleaseTools {...releases} onReload={onReload} />, { path: '/jobs?page=2', deployment });
  return { bar: await screen.findByRole('complementary', { name: 'Preview' }), onReload, session };
}
// The first import takes longer than a query waits on a busy machine.
beforeAll(() => import('./ShownTools.tsx'));
afterEach(() => document.getElementById('deployment')?.remove());

describe('the bar of a preview', () => {
  it.each<[PreviewNotice, string, string]>([
    [
      { state: 'runs', title: 'Jobs', version: '1.1.0-pr.7' },
      'You see a preview: Jobs 1.1.0-pr.7',
      'Testers alone see it.',
    ],
    [{ state: 'signed-out' }, 'You do not see the preview', 'Sign in as a tester'],
    [{ state: 'refused' }, 'You do not see the preview', 'Only testers'],
    [{ state: 'ended' }, 'You do not see the preview', 'It has ended'],
    [{ state: 'unknown' }, 'You do not see the preview', 'could not check'],
  ])(
    '[MODULE-15] of %j names the preview or the reason, and offers to leave',
    async (preview, title, why) => {
      const { bar } = await show(preview);
      expect(bar.textContent).toContain(title);
      expect(bar.textContent).toContain(why);
      const leave = screen.getByRole('link', { name: 'Leave the preview' });
      expect(leave.getAttribute('href')).toBe('/jobs?preview=end');
    },
  );

  it.each<[string, PreviewNotice, (UserView | null | undefined)[]]>([
    ['for another user', { state: 'runs', title: 'Jobs', version: '1.1.0' }, [ADA, undefined, ADA, BEN]],
    ['after a sign-in', { state: 'signed-out' }, [null, ADA]],
    ['after a sign-out', { state: 'runs', title: 'Jobs', version: '1.1.0' }, [ADA, null]],
  ])('reloads the page once %s, whose release the server chooses', async (_when, preview, users) => {
    const { onReload, session } = await show(preview);
    for (const user of users) {
      expect(onReload).not.toHaveBeenCalled();
      act(() => session.update({ data: user, isLoading: user === undefined }));
    }
    expect(onReload).toHaveBeenCalledTimes(1);
  });
});
