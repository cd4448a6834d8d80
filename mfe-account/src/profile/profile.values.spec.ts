import { aPilot } from '@dps/contract/testing';
import { profileErrors, profileOf } from './profile.check.ts';
import { profileValues } from './profile.values.ts';

const values = { name: 'Dana Pilot', email: 'dana@example.test', flightHours: '' };

describe('profileValues', () => {
  it.each([
    [1247.5, '1247.5'],
    [0, '0'],
    [null, ''],
  ])('shows %j flight hours as %j', (flightHours, shown) => {
    expect(profileValues(aPilot({ flightHours })).flightHours).toBe(shown);
  });
});

describe('profileErrors', () => {
  it.each([
    ['name', ' ', 'Name is required'],
    ['email', 'dana', 'Invalid email address'],
    ['flightHours', 'many', 'Enter a number of hours, such as 120.5'],
    ['flightHours', '-0.1', 'Flight hours cannot be negative'],
    ['flightHours', '1000000', 'Flight hours must be at most 999,999.99'],
  ])('[PROFILE-10, PROFILE-11] rejects %s %j', (field, value, message) => {
    expect(profileErrors({ ...values, [field]: value }, values)).toEqual({ [field]: message });
  });
});

describe('profileOf', () => {
  it.each([
    ['', null],
    ['120.5', 120.5],
    ['0', 0],
  ])('[PROFILE-12] sends flight hours %j as %j', (flightHours, sent) => {
    const form = { ...values, flightHours, name: ' Dana Pilot ' };
    expect(profileOf(form, values)).toEqual({ ...values, flightHours: sent });
  });

  it('[PROFILE-25] sends an unchanged name with its exact text', () => {
    const stored = { ...values, name: ' Dana Pilot' };
    expect(profileOf({ ...stored, flightHours: '3' }, stored)).toMatchObject({ name: ' Dana Pilot' });
  });
});
