import type { ReleaseUse } from '@dps/contract';
import { graphOf, linksOf } from './use-graph.ts';

const USES: ReleaseUse[] = [
  {
    module: 'jobs',
    version: '1.1.0',
    imports: { '@dps/ui': ['Button', 'Icon', 'styled'], '@dps/contract': ['paths'] },
    shows: ['payments.pay-dialog'],
  },
  { module: 'payments', version: '2.0.0', imports: { '@dps/ui': ['*'] }, shows: [] },
];

describe('linksOf', () => {
  it.each([
    [undefined, ['jobs payments.pay-dialog', 'jobs @dps/ui', 'jobs @dps/contract', 'payments @dps/ui']],
    ['jobs', ['jobs payments.pay-dialog', 'jobs @dps/ui', 'jobs @dps/contract']],
    ['payments', ['jobs payments.pay-dialog', 'payments @dps/ui']],
    ['pay', []],
  ])('of %s are its uses, and the uses of its widgets', (module, expected) => {
    const links = linksOf(USES, module).map(({ release, part }) => `${release.split(' ')[0]} ${part}`);
    expect(links).toEqual(expected);
  });
});

describe('graphOf', () => {
  it('[RELEASES-5] places each release and each part once, the widgets first', () => {
    const { releases, parts, height } = graphOf(linksOf(USES));
    expect(height).toBe(84);
    expect(releases).toEqual([
      { label: 'jobs 1.1.0', y: 21 },
      { label: 'payments 2.0.0', y: 63 },
    ]);
    expect(parts).toEqual([
      { label: 'payments.pay-dialog', kind: 'widget', y: 14 },
      { label: '@dps/contract', kind: 'contract', y: 42 },
      { label: '@dps/ui', kind: 'contract', y: 70 },
    ]);
  });

  it('joins the ends of each link, wider for more names', () => {
    const { lines } = graphOf(linksOf(USES));
    expect(lines.map(({ from, to }) => [from, to])).toEqual([
      [21, 14],
      [21, 70],
      [21, 42],
      [63, 70],
    ]);
    const [widget = 0, many = 0, one = 0] = lines.map(({ width }) => width);
    expect([widget, one, many].toSorted((a, b) => a - b)).toEqual([widget, one, many]);
    expect(new Set([widget, one, many]).size).toBe(3);
  });
});
