import { screen } from '@testing-library/react';
import { JOB_STATUSES } from '@dps/contract';
import { renderInShell } from '../testing/render-in-shell.tsx';
import { StatusBadge } from './StatusBadge.tsx';

it('[STATUS-2, STATUS-3, STATUS-4] the badge of a status has its label, its colour and a shape of its own', () => {
  const badges = JOB_STATUSES.map((status) => <StatusBadge key={status} status={status} />);
  const { container } = renderInShell(badges);
  const toneOf = (label: string) => screen.getByText(label).closest('[data-tone]')?.getAttribute('data-tone');
  const labels = ['Pending', 'In Progress', 'Review', 'Completed', 'Paid'];
  expect(labels.map(toneOf)).toEqual(['gray', 'yellow', 'blue', 'green', 'purple']);
  const shapes = [...container.querySelectorAll('path')].map((shape) => shape.getAttribute('d'));
  expect(new Set(shapes).size).toBe(JOB_STATUSES.length);
});
