import { networkOf } from './networks.ts';

describe('networkOf', () => {
  it.each([
    ['198.51.100.4', '198.51.100.4'],
    ['::ffff:198.51.100.4', '198.51.100.4'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:00a0:1:2:3:4', '2001:db8:0:a0::/64'],
    ['2001:db8:0:a0::', '2001:db8:0:a0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
