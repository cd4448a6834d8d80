import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Deployment } from '@dps/contract';
import { reply } from '@dps/contract/testing';
import { renderInShell } from '@dps/ui/testing';
import CreateJobForm from '../../job-form/CreateJobForm.tsx';
import { bodies, button, enter, fillJobForm, resetForms } from '../../testing/job-form.ts';
import { CLIENT, sampleJob } from '../../testing/samples.ts';

const TOWN = { latitude: 30.2672, longitude: -97.7431, name: 'Austin, Texas, United States' };

const show = (options: { deployment?: Deployment } = {}) =>
  renderInShell(<CreateJobForm />, {
    ...options,
    user: CLIENT,
    handlers: {
      'GET /api/towns': ({ url }: { url: string }) => reply(200, url.includes('Nowhere') ? [] : [TOWN]),
      'POST /api/jobs': () => reply(201, sampleJob({ id: 31 })),
    },
  });
type Shell = ReturnType<typeof show>;
const section = () => within(screen.getByRole('group', { name: 'Survey Area (optional)' }));
const status = () => section().getByRole('status').textContent;

async function openMap(shell: Shell): Promise<void> {
  await shell.events.click(button('Draw on a Map'));
  await section().findByRole('application', { name: 'Map' });
}

/** Adds a vertex without a pointer: moves the map, and adds it at its center. */
async function addVertex({ events }: Shell, position: string): Promise<void> {
  enter('Town or coordinates', position);
  await events.click(button('Go'));
  await events.click(button('Add Vertex at Center'));
}

// jsdom has no layout, and a map without a size shows no vertex.
beforeEach(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});
afterEach(() => {
  jest.restoreAllMocks();
  resetForms();
  document.getElementById('deployment')?.remove();
});

describe('drawing the area of a job', () => {
  it('[MAP-2, MAP-4] works with buttons alone, follows each change, and is sent', async () => {
    const shell = show();
    await fillJobForm(shell);
    await openMap(shell);
    for (const position of ['30.266, -97.745', '30.266, -97.742', '30.269, -97.742'])
      await addVertex(shell, position);
    expect(status()).toBe('11.9 acres (4.8 ha), 289 m × 333 m, center 30.2675° N, 97.7435° W.');
    await shell.events.click(button('Undo'));
    expect(status()).toBe('The new ring has 2 vertices.');
    await addVertex(shell, '30.269, -97.745');
    await shell.events.click(button('Done'));
    await section().findByRole('img', { name: /^Outline of the area/ });
    await shell.events.click(button('Create Job'));
    await screen.findByText('Job created successfully!');
    const ring = [
      [-97.745, 30.266],
      [-97.742, 30.266],
      [-97.745, 30.269],
      [-97.745, 30.266],
    ];
    expect(bodies(shell, 'POST', '/api/jobs')).toMatchObject([
      { area: { type: 'Polygon', coordinates: [ring] } },
    ]);
  });

  it('[MAP-2] marks the vertex that a fault names, and moves and deletes a vertex with keys', async () => {
    const shell = show();
    await openMap(shell);
    for (const position of ['30.26, -97.74', '30.27, -97.73', '30.26, -97.73', '30.27, -97.74'])
      await addVertex(shell, position);
    expect((await section().findByRole('alert')).textContent).toBe(
      'Vertex 3 of ring 1 starts a line that crosses or touches the line from vertex 1 of ring 1.',
    );
    const vertex = section().getByRole('button', { name: 'Vertex 3 of ring 1' });
    expect(vertex.dataset).toMatchObject({ fault: 'true' });
    const last = section().getByRole('button', { name: 'Vertex 4 of ring 1' });
    act(() => last.focus());
    fireEvent.keyDown(last, { key: 'ArrowUp' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Vertex 4 of ring 1');
    fireEvent.keyDown(document.activeElement ?? last, { key: 'Delete' });
    await waitFor(() => expect(section().queryByRole('alert')).toBeNull());
    expect(status()).toMatch(/^132 acres/);
  });

  it('[MAP-3] moves to the town of the location, and says when a town is unknown', async () => {
    const shell = show();
    enter('Location', '1100 Congress Ave, Austin, TX');
    await openMap(shell);
    await waitFor(() => expect(section().getByText('1 km (0.621 mi)')).toBeTruthy());
    const address = new URLSearchParams({ location: '1100 Congress Ave, Austin, TX' });
    expect(shell.calls.map(({ url }) => url)).toContain(`/api/towns?${String(address)}`);
    expect(section().getByText('Made with Natural Earth. Towns: GeoNames, CC BY 4.0.')).toBeTruthy();
    enter('Town or coordinates', 'Nowhere');
    await shell.events.click(button('Go'));
    expect(await section().findByText('No town has this name. Enter a town or coordinates.')).toBeTruthy();
  });

  it('[MAP-6] shows the tiles of the deployment with their source, and no towns of its own', async () => {
    const shell = show({
      deployment: {
        demoAccounts: [],
        payments: { publishableKey: '', sandboxScript: null },
        mapTiles: { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© Tiles' },
      },
    });
    await openMap(shell);
    const tiles = [...section().getByRole('application').querySelectorAll('img')];
    expect(tiles.length).toBeGreaterThan(0);
    expect(tiles.every(({ src }) => /^https:\/\/tiles\.example\/\d+\/\d+\/\d+\.png$/.test(src))).toBe(true);
    expect(section().getByText('© Tiles. Land: Natural Earth.')).toBeTruthy();
    expect(shell.calls).toEqual([]);
  });
});
