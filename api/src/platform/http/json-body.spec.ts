import { isPlainJson } from './json-body.ts';

const labelled = (...types: string[]) => ({ headersDistinct: { 'content-type': types } });

describe('isPlainJson', () => {
  it.each([
    ['application/json'],
    ['Application/JSON'],
    ['application/json; charset=utf-8'],
    ['application/json;charset=UTF-8'],
    ['application/json ; charset="utf-8"'],
    ['application/json; version=1'],
  ])('accepts %s', (type) => {
    expect(isPlainJson(labelled(type))).toBe(true);
  });

  it.each([
    [''],
    ['text/json'],
    ['application/jsonp'],
    ['application/problem+json'],
    ['application/json, text/plain'],
    ['text/plain; application/json'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=utf-8; charset=utf-16'],
  ])('refuses %s', (type) => {
    expect(isPlainJson(labelled(type))).toBe(false);
  });

  it('refuses two content types and none', () => {
    expect(isPlainJson(labelled('application/json', 'text/plain'))).toBe(false);
    expect(isPlainJson(labelled('application/json', 'application/json'))).toBe(false);
    expect(isPlainJson({ headersDistinct: {} })).toBe(false);
  });

  it.each([
    [['identity'], true],
    [['Identity'], true],
    [['gzip'], false],
    [['br'], false],
    [['identity', 'gzip'], false],
    [['gzip, identity'], false],
  ])('returns for the encodings %j: %p', (encodings, expected) => {
    const headersDistinct = { 'content-type': ['application/json'], 'content-encoding': encodings };
    expect(isPlainJson({ headersDistinct })).toBe(expected);
  });
});
