import { plotOf } from './plot.ts';

describe('plotOf', () => {
  it('places equal growth on a straight line, and names each call', () => {
    const svg = plotOf([
      { name: 'a < b', points: [10, 100, 1000].map((jobs) => ({ jobs, ms: jobs / 10 })) },
      { name: 'other', points: [{ jobs: 10, ms: 5 }] },
    ]);
    expect(svg).toContain('points="70.0,420.0 355.0,220.0 640.0,20.0"');
    expect(svg).toContain('>a &#60; b</text>');
    expect(svg).toContain('>other</text>');
    expect(svg).toContain('>1,000</text>');
  });

  it('has axes of at least one power of ten', () => {
    const svg = plotOf([{ name: 'one call', points: [{ jobs: 10, ms: 1 }] }]);
    expect(svg).toContain('points="70.0,420.0"');
    expect(svg).toContain('>100</text>');
    expect(svg).toContain('>10 ms</text>');
  });
});
