import { containerName, releaseBase } from './container-name.ts';

it.each([
  ['jobs', '1.0.0', 'mfe_jobs_1_0_0', '/modules/jobs/1.0.0/'],
  ['flight-data', '1.0.10', 'mfe_flight_data_1_0_10', '/modules/flight-data/1.0.10/'],
  ['account', '2.0.0-rc.1', 'mfe_account_2_0_0_rc_1', '/modules/account/2.0.0-rc.1/'],
  ['shell', '1.0.0', 'shell_1_0_0', '/shell/1.0.0/'],
])('%s %s has the container name %s and the base path %s', (name, version, container, base) => {
  expect(containerName(name, version)).toBe(container);
  expect(releaseBase(name, version)).toBe(base);
});
