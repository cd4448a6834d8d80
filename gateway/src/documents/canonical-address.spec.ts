import { canonicalAddress } from './canonical-address.ts';

describe('canonicalAddress', () => {
  it.each([
    ['127.0.0.1:4200', 'http://localhost:4200', 'http://localhost:4200/jobs?page=2'],
    ['[::1]:4200', 'http://localhost:4200', 'http://localhost:4200/jobs?page=2'],
    ['localhost:4200', 'http://127.0.0.1:4200', 'http://127.0.0.1:4200/jobs?page=2'],
    ['localhost:4200', 'http://localhost:4200', undefined],
    ['127.0.0.1:9000', 'http://localhost:4200', undefined],
    ['surveys.example', 'http://localhost:4200', undefined],
    ['localhost:4200', 'https://surveys.example', undefined],
    ['not a host', 'http://localhost:4200', undefined],
    [undefined, 'http://localhost:4200', undefined],
  ])('%s under %s', (host, publicOrigin, expected) => {
    expect(canonicalAddress(host, '/jobs?page=2', publicOrigin)).toBe(expected);
  });
});
