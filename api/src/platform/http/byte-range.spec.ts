import { requestedRange } from './byte-range.ts';

const FILE = { size: 1000, etag: '"abc"' };

describe('requestedRange', () => {
  it.each([
    ['bytes=0-499', { start: 0, end: 500 }],
    ['bytes=500-', { start: 500, end: 1000 }],
    ['bytes=999-999', { start: 999, end: 1000 }],
    ['bytes=900-5000', { start: 900, end: 1000 }],
    ['bytes=-200', { start: 800, end: 1000 }],
    ['bytes=-5000', { start: 0, end: 1000 }],
    ['BYTES=0-0', { start: 0, end: 1 }],
  ])('of %s is %j', (range, expected) => {
    expect(requestedRange({ range }, FILE)).toEqual(expected);
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(40)}-`])(
    '[UPLOAD-19] of %s is unsatisfiable',
    (range) => {
      expect(requestedRange({ range }, FILE)).toBe('unsatisfiable');
    },
  );

  it.each([undefined, 'bytes', 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'bytes=1.5-2', 'lines=0-1'])(
    'of %j is the complete file',
    (range) => {
      expect(requestedRange(range === undefined ? {} : { range }, FILE)).toBeNull();
    },
  );

  it.each<[string, object | null]>([
    ['"abc"', { start: 500, end: 1000 }],
    ['"abd"', null],
    ['W/"abc"', null],
    ['Mon, 23 Nov 2026 10:00:00 GMT', null],
  ])('with If-Range %s is %j', (ifRange, expected) => {
    expect(requestedRange({ range: 'bytes=500-', 'if-range': ifRange }, FILE)).toEqual(expected);
  });

  it('is unsatisfiable only if If-Range names the content', () => {
    const range = 'bytes=1000-';
    expect(requestedRange({ range, 'if-range': FILE.etag }, FILE)).toBe('unsatisfiable');
    expect(requestedRange({ range, 'if-range': '"old"' }, FILE)).toBeNull();
  });
});
