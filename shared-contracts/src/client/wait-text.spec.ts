import { waitText } from './wait-text.ts';

describe('waitText', () => {
  it.each([
    [1, '1 second'],
    [45, '45 seconds'],
    [60, '60 seconds'],
    [61, '2 minutes'],
    [720, '12 minutes'],
    [721, '13 minutes'],
    [3600, '60 minutes'],
    [5400, '2 hours'],
  ])('of %i seconds is %s', (seconds, text) => {
    expect(waitText(seconds)).toBe(text);
  });
});
