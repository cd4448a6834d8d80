import { aPilot } from '@dps/contract/testing';
import { profileErrors, profileOf } from './profile.check.ts';
import { profileValues } from './profile.values.ts';

const fields = { name: 'Dana Pilot', email: 'dana@example.test', flightHours: '' };
const values = { ...fields, base: '' };
const AUSTIN = { name: 'Austin, Texas, United States', latitude: 30.2672, longitude: -97.7431 };
const search = (text: string) =>
  Promise.resolve(
    [{ ...AUSTIN, name: 'Austinburg, Ohio, United States' }, AUSTIN].filter(() => text !== 'x'),
  );

describe('profileValues', () => {
  it.each([
    [1247.5, '1247.5'],
    [0, '0'],
    [null, ''],
  ])('shows %j flight hours as %j', (flightHours, shown) => {
    expect(profileValues(aPilot({ flightHours })).flightHours).toBe(shown);
  });

  it.each([
    [AUSTIN, 'Austin, Texas, United States'],
    [{ ...AUSTIN, name: null }, '30.2672, -97.7431'],
    [null, ''],
    [undefined, ''],
  ])('shows the base %j as %j', (base, shown) => {
    expect(profileValues(aPilot({ base })).base).toBe(shown);
  });
});

describe('profileErrors', () => {
  it.each([
    ['name', ' ', 'Name is required'],
    ['email', 'dana', 'Invalid email address'],
    ['flightHours', 'many', 'Enter a number of hours, such as 120.5'],
    ['flightHours', '-0.1', 'Flight hours cannot be negative'],
    ['flightHours', '1000000', 'Flight hours must be at most 999,999.99'],
    ['base', 'Austin', 'Choose a town from the list, or enter coordinates such as 30.27, -97.74'],
    ['base', 'x', 'Choose a town from the list, or enter coordinates such as 30.27, -97.74'],
    ['base', '91, 0', 'Use -90 to 90 degrees of latitude, and -180 to 180 of longitude'],
  ])('[PROFILE-10, PROFILE-11, PROFILE-28] rejects %s %j', async (field, value, message) => {
    expect(await profileErrors({ ...values, [field]: value }, values, search)).toEqual({ [field]: message });
  });
});

describe('profileOf', () => {
  it.each([
    ['', null],
    ['120.5', 120.5],
    ['0', 0],
  ])('[PROFILE-12] sends flight hours %j as %j', async (flightHours, sent) => {
    const form = { ...values, flightHours, name: ' Dana Pilot ' };
    expect(await profileOf(form, values, search)).toEqual({ ...fields, flightHours: sent });
  });

  it('[PROFILE-25] sends an unchanged name with its exact text', async () => {
    const stored = { ...values, name: ' Dana Pilot' };
    expect(await profileOf({ ...stored, flightHours: '3' }, stored, search)).toMatchObject({
      name: ' Dana Pilot',
    });
  });

  it.each([
    [' austin, texas, united states', { latitude: 30.2672, longitude: -97.7431 }],
    ['-18.1416,178.4415', { latitude: -18.1416, longitude: 178.4415 }],
    ['', null],
  ])('[PROFILE-28] sends the base %j as %j', async (base, sent) => {
    const stored = { ...values, base: 'Boise, Idaho, United States' };
    expect((await profileOf({ ...values, base }, stored, search)).base).toEqual(sent);
  });

  it('[PROFILE-28] leaves out an unchanged base', async () => {
    const stored = { ...values, base: 'Somewhere' };
    expect(await profileOf(stored, stored, search)).not.toHaveProperty('base');
  });
});
