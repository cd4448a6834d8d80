import { readViolations, ReportQuota } from './policy-reports.ts';

const NEW = {
  type: 'csp-violation',
  body: {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/x.js?user=1',
    documentURL: 'https://surveys.example/jobs?search=secret#part',
  },
};
const VIOLATION = {
  directive: 'script-src-elem',
  blocked: 'https://evil.example/x.js',
  page: 'https://surveys.example/jobs',
};

describe('readViolations', () => {
  it('reads both forms of browsers, without queries', () => {
    const old = {
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': NEW.body.blockedURL,
        'document-uri': NEW.body.documentURL,
      },
    };
    expect(readViolations([NEW])).toEqual([VIOLATION]);
    expect(readViolations(old)).toEqual([VIOLATION]);
  });

  it.each([
    ['/report/pV2Yx0mJr8', '/report/-'],
    ['/%72eport/pV2Yx0mJr8', '/report/-'],
    ['/report/%ff', '/-'],
  ])('reads no secret of the address %s', (path, shown) => {
    const body = { ...NEW.body, documentURL: `https://surveys.example${path}` };
    expect(readViolations([{ ...NEW, body }])[0]?.page).toBe(`https://surveys.example${shown}`);
  });

  it('removes line breaks and shortens texts', () => {
    const body = { ...NEW.body, effectiveDirective: 'a\nb', blockedURL: `x\n${'y'.repeat(1000)}` };
    const [violation] = readViolations([{ ...NEW, body }]);
    expect(violation?.directive).toBe('ab');
    expect(violation?.blocked).toMatch(/^x\?y{198}$/);
  });

  it('reads at most five reports of a request', () => {
    expect(readViolations(Array.from({ length: 100 }, () => NEW))).toHaveLength(5);
  });

  it.each([undefined, null, 'text', [], [{}], {}, [{ body: { effectiveDirective: 1 } }]])(
    'ignores another body: %j',
    (body) => {
      expect(readViolations(body)).toEqual([]);
    },
  );
});

describe('ReportQuota', () => {
  const taken = (quota: ReportQuota, networks: readonly string[], now: number) =>
    networks.filter((network) => quota.take(network, now)).length;

  it('limits one network, and all networks, in each minute', () => {
    const quota = new ReportQuota();
    expect(taken(quota, Array<string>(50).fill('a'), 60_000)).toBe(10);
    expect(
      taken(
        quota,
        Array.from({ length: 100 }, (_, index) => `network ${index}`),
        60_001,
      ),
    ).toBe(50);
    expect(taken(quota, ['a'], 119_000)).toBe(0);
    expect(taken(quota, ['a'], 120_000)).toBe(1);
  });
});
