import { screen, waitFor, within } from '@testing-library/react';
import { reply } from '@dps/contract/testing';
import { archiveOf } from '@dps/flight-logs/testing/flight-logs';
import { renderInShell } from '@dps/ui/testing';
import CreateJobForm from '../job-form/CreateJobForm.tsx';
import { bodies, button, enter, fillJobForm, resetForms } from '../testing/job-form.ts';
import { CLIENT, sampleJob } from '../testing/samples.ts';

/** Implements `Blob.arrayBuffer`, which jsdom does not have. */
function readBytes(this: Blob): Promise<unknown> {
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsArrayBuffer(this);
  });
}
Object.defineProperty(Blob.prototype, 'arrayBuffer', { value: readBytes });

const show = () =>
  renderInShell(<CreateJobForm />, {
    user: CLIENT,
    handlers: { 'POST /api/jobs': () => reply(201, sampleJob({ id: 31 })) },
  });
const section = () => within(screen.getByRole('group', { name: 'Survey Area (optional)' }));

const KML = `<kml><Document><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>
  -97.745,30.266,0 -97.742,30.266,0 -97.742,30.269,0 -97.745,30.269,0 -97.745,30.266,0
  </coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
  <Placemark><Point><coordinates>-97.7,30.2</coordinates></Point></Placemark></Document></kml>`;
const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [-97.745, 30.266],
      [-97.742, 30.266],
      [-97.742, 30.269],
      [-97.745, 30.269],
      [-97.745, 30.266],
    ],
  ],
};
const TEXT = '23.7 acres (9.6 ha), 289 m × 333 m, center 30.2675° N, 97.7435° W';

afterEach(resetForms);

describe('the area in the job form', () => {
  it('[AREA-9, AREA-10, AREA-11] is read from a KMZ file, shown, and sent', async () => {
    const shell = show();
    await fillJobForm(shell);
    await shell.events.click(button('Add an Area'));
    const input = await section().findByLabelText<HTMLInputElement>('Choose a file');
    await shell.events.upload(input, new File([archiveOf({ 'doc.kml': KML })], 'field.kmz'));
    expect(await section().findByRole('img', { name: `Outline of the area: ${TEXT}` })).toBeTruthy();
    expect(section().getByText(TEXT)).toBeTruthy();
    expect(section().getByRole('status').textContent).toBe('Left out of the file: 1 point.');
    await shell.events.click(button('Create Job'));
    await screen.findByText('Job created successfully!');
    expect(bodies(shell, 'POST', '/api/jobs')).toMatchObject([{ area: AREA }]);
    await waitFor(() => expect(section().queryByRole('img')).toBeNull());
  });

  it('[AREA-3, AREA-9, AREA-11] is pasted, with a fault at its place, kept in the draft, and removed', async () => {
    const shell = show();
    await shell.events.click(button('Add an Area'));
    await section().findByLabelText('Coordinates, KML or GeoJSON');
    enter('Coordinates, KML or GeoJSON', '30.26, -97.74\n30.27, -97.73\n30.26, -97.73\n30.27, -97.74');
    await shell.events.click(button('Use Coordinates'));
    expect((await section().findByRole('alert')).textContent).toBe(
      'Vertex 3 of ring 1 starts a line that crosses or touches the line from vertex 1 of ring 1.',
    );
    enter(
      'Coordinates, KML or GeoJSON',
      '30.266, -97.745\n30.266, -97.742\n30.269, -97.742\n30.269, -97.745',
    );
    await shell.events.click(button('Use Coordinates'));
    await section().findByText(TEXT);
    shell.unmount();
    const again = show();
    expect(await section().findByText(TEXT)).toBeTruthy();
    await again.events.click(button('Remove Area'));
    expect(section().queryByText(TEXT)).toBeNull();
  });

  it('[AREA-9] is a rectangle around a center, which Enter takes', async () => {
    const shell = show();
    await shell.events.click(button('Add an Area'));
    await section().findByLabelText('Center');
    enter('Center', '30.2672, -97.7431');
    enter('Width (m)', '480');
    enter('Height (m)', '310');
    await shell.events.type(section().getByLabelText('Height (m)'), '{Enter}');
    const text = '36.8 acres (14.9 ha), 480 m × 310 m, center 30.2672° N, 97.7431° W';
    expect(await section().findByText(text)).toBeTruthy();
    expect(shell.calls).toEqual([]);
  });
});
