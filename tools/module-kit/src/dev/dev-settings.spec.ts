import { readDevSettings } from './dev-settings.ts';

describe('readDevSettings', () => {
  it.each([
    [{}, { port: undefined, product: 'http://localhost:4200' }],
    [
      { PORT: '', PRODUCT_URL: '' },
      { port: undefined, product: 'http://localhost:4200' },
    ],
    [{ PORT: '4310' }, { port: 4310, product: 'http://localhost:4200' }],
    [{ PRODUCT_URL: 'http://localhost:5000/' }, { port: undefined, product: 'http://localhost:5000' }],
  ])('reads %j', (environment, settings) => expect(readDevSettings(environment)).toEqual(settings));

  it.each([
    [{ PORT: 'high' }, 'PORT is "high"'],
    [{ PORT: '70000' }, 'PORT is "70000"'],
    [{ PRODUCT_URL: 'localhost:4200' }, 'PRODUCT_URL is "localhost:4200"'],
    [{ PRODUCT_URL: 'http://localhost:4200/jobs' }, 'which is not an origin'],
  ])('rejects %j', (environment, message) => expect(() => readDevSettings(environment)).toThrow(message));
});
