import { screen, within } from '@testing-library/react';
import type { JobArea } from '@dps/contract';
import { showPilotJob } from '../testing/show-pilot-job.tsx';
import { sampleJob } from '../testing/samples.ts';
import { areaFile } from './area-files.ts';
import { drawArea } from './area-drawing.ts';

const AREA: JobArea = {
  type: 'Polygon',
  coordinates: [
    [
      [-97.745, 30.266],
      [-97.742, 30.266],
      [-97.742, 30.269],
      [-97.745, 30.269],
      [-97.745, 30.266],
    ],
    [
      [-97.744, 30.267],
      [-97.744, 30.268],
      [-97.743, 30.268],
      [-97.744, 30.267],
    ],
  ],
};

it('[AREA-12] shows a pilot the area of a job with its downloads', async () => {
  showPilotJob(sampleJob({ areaSquareMeters: 90_672 }), {}, { area: AREA });
  const part = within(await screen.findByRole('region', { name: 'Survey Area' }));
  expect(
    await part.findByRole('img', { name: /^Outline of the area: 22.4 acres \(9.07 ha\), 289 m × 333 m/ }),
  ).toBeTruthy();
  expect(part.getByText('Scale bar: 100 m (328 ft)')).toBeTruthy();
  expect(part.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Show on a Map',
    'Download GeoJSON',
    'Download KML',
  ]);
});

it('has no part without an area', async () => {
  showPilotJob(sampleJob());
  await screen.findByText('File Attachments');
  expect(screen.queryByRole('region', { name: 'Survey Area' })).toBeNull();
});

describe('areaFile', () => {
  const job = { id: 7, title: 'Roof & <field>', area: AREA };

  it('[AREA-12] is GeoJSON with the title', () => {
    const { name, content } = areaFile('geojson', job);
    expect(name).toBe('job-7-area.geojson');
    expect(JSON.parse(content)).toEqual({
      type: 'Feature',
      properties: { name: 'Roof & <field>' },
      geometry: AREA,
    });
  });

  it('[AREA-12] is KML with holes', () => {
    const { content } = areaFile('kml', job);
    const document = new DOMParser().parseFromString(content, 'application/xml');
    expect(document.querySelector('name')?.textContent).toBe('Roof & <field>');
    expect(document.querySelectorAll('Polygon > innerBoundaryIs')).toHaveLength(1);
    expect(document.querySelector('outerBoundaryIs coordinates')?.textContent).toMatch(
      /^-97.745,30.266 .+ -97.745,30.266$/,
    );
  });
});

it('draws north at the top, to scale', () => {
  const { path, barMeters, viewBox } = drawArea(AREA);
  expect(path).toBe('M0 332.6L288.7 332.6L288.7 0L0 0ZM96.2 221.7L96.2 110.9L192.5 110.9Z');
  expect(barMeters).toBe(100);
  expect(viewBox).toBe('-48.6 -26.6 385.8 439');
});
