import { clientNetwork, networkOf } from './client-network.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['[2001:db8:0:1::1]:443', '2001:db8:0:1::/64'],
    ['2001:db8:a:b:c:d:203.0.113.9', '2001:db8:a:b::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['::203.0.113.9', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('returns for %s the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    '',
    'unknown',
    '203.0.113.999',
    '203.0.113.9:x',
    '2001:db8::1::2',
    '[203.0.113.9',
    '1'.repeat(8000),
  ])('returns null for %s', (text) => {
    expect(networkOf(text)).toBeNull();
  });
});

describe('clientNetwork', () => {
  it.each([
    ['the peer', ['203.0.113.9'], '203.0.113.9'],
    ['the address that the trusted proxy adds', ['127.0.0.1', '203.0.113.9'], '203.0.113.9'],
    ['the proxy that adds no address', ['127.0.0.1', '10.0.0.2', 'garbage'], '10.0.0.2'],
    ['unknown without an address', [''], 'unknown'],
  ])('is %s', (_who, ips, network) => {
    expect(clientNetwork({ ips, ip: ips.at(-1) ?? '' })).toBe(network);
  });

  it('is the peer if no proxy is trusted', () => {
    expect(clientNetwork({ ip: '::ffff:198.51.100.1' })).toBe('198.51.100.1');
  });
});
