import { screen } from '@testing-library/react';
import { JOB_STATUSES } from '@dps/contract';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { StatusBadge } from './StatusBadge.tsx';

describe('the badge of a status', () => {
  it.each([
    ['pending', 'Pending', 'gray'],
    ['in-progress', 'In Progress', 'yellow'],
    ['review', 'Review', 'blue'],
    ['completed', 'Completed', 'green'],
    ['paid', 'Paid', 'purple'],
  ] as const)('[STATUS-2, STATUS-3] shows the label and the colour of %s: %s, %s', (status, label, tone) => {
    renderInShell(<StatusBadge status={status} />);
    expect(screen.getByText(label).closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
  });

  it('[STATUS-4] has a different shape for each status', () => {
    const { container } = renderInShell(
      JOB_STATUSES.map((status) => <StatusBadge key={status} status={status} />),
    );
    const shapes = [...container.querySelectorAll('path')].map((shape) => shape.getAttribute('d'));
    expect(new Set(shapes).size).toBe(JOB_STATUSES.length);
  });
});
