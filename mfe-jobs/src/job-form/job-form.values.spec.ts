import { sampleJob } from '../testing/samples.ts';
import {
  EMPTY_JOB,
  isFilled,
  joinDeadline,
  toJobContent,
  valuesOf,
  type JobFormValues,
} from './job-form.values.ts';

const filled: JobFormValues = {
  title: 'Roof',
  description: 'All seams',
  surveyType: 'Site Survey',
  location: 'Austin',
  budget: '1250.50',
  deadline: '2026-12-31',
  time: '',
  area: '',
};

describe('joinDeadline', () => {
  it("[FORM-13] returns a calendar date without a time, or else an instant in the viewer's time zone", () => {
    expect(joinDeadline('2026-12-31', '')).toBe('2026-12-31');
    expect(joinDeadline('2026-12-31', '14:30')).toBe(new Date(2026, 11, 31, 14, 30).toISOString());
  });
});

describe('toJobContent', () => {
  it('converts the budget to cents and omits the time', () => {
    const { time: _time, area: _area, ...rest } = filled;
    expect(toJobContent(filled)).toEqual({ ...rest, budget: 125_050 });
  });

  it.each(['1,250.50', '$1250.50', ' $1,250.5 '])('[FORM-8] accepts a budget of "%s"', (budget) => {
    expect(toJobContent({ ...filled, budget }).budget).toBe(125_050);
  });

  it.each([
    ['budget', '1.250,50', 'Enter an amount in dollars, such as 1250 or 1250.50'],
    ['budget', '$', 'Enter an amount in dollars, such as 1250 or 1250.50'],
    ['budget', '0.49', 'The budget must be at least $0.50'],
    ['budget', '10.001', 'Use at most two decimals'],
    ['deadline', '2026-02-31', 'Enter a date that exists, such as 2026-12-31'],
    ['surveyType', 'Weather', 'Invalid input'],
  ])('[FORM-7, FORM-8, FORM-9, FORM-10] rejects a %s of "%s": %s', (field, value, message) => {
    expect(() => toJobContent({ ...filled, [field]: value })).toThrow(message);
  });
});

describe('isFilled', () => {
  it.each([
    ['a full form', filled, true],
    ['an empty form', EMPTY_JOB, false],
    ['a form without a description', { ...filled, description: '' }, true],
    ['a form with a blank title', { ...filled, title: '  ' }, false],
    ['a form whose title is not visible', { ...filled, title: '\u200b' }, false],
    ['a form without a deadline', { ...filled, deadline: '' }, false],
    ['a form without a survey type', { ...filled, surveyType: '' }, false],
  ])('[FORM-11] %s: %#', (_name, values, expected) => {
    expect(isFilled(values)).toBe(expected);
  });
});

describe('valuesOf', () => {
  it.each([
    [120_000, '1200'],
    [125_050, '1250.50'],
    [50, '0.50'],
  ])('formats a budget of %d cents as %s', (budget, shown) => {
    expect(valuesOf(sampleJob({ budget })).budget).toBe(shown);
  });

  it("keeps a calendar date, and converts a time to the viewer's time zone", () => {
    const due = new Date(2026, 11, 31, 7, 5);
    const day = sampleJob({ deadline: '2026-12-31T00:00:00.000Z', deadlineHasTime: false });
    const moment = sampleJob({ deadline: due.toISOString(), deadlineHasTime: true });
    expect(valuesOf(day)).toMatchObject({ deadline: '2026-12-31', time: '' });
    expect(valuesOf(moment)).toMatchObject({ deadline: '2026-12-31', time: '07:05' });
  });

  it.each([
    ['a time', { deadline: '2026-12-31T15:30:00.000Z', deadlineHasTime: true }],
    ['a time with seconds', { deadline: '2026-12-31T15:30:27.150Z', deadlineHasTime: true }],
    ['the first 1:30 of Chicago', { deadline: '2026-11-01T06:30:00.000Z', deadlineHasTime: true }],
    ['the second 1:30 of Chicago', { deadline: '2026-11-01T07:30:00.000Z', deadlineHasTime: true }],
    ['a calendar date', { deadline: '2026-12-31T00:00:00.000Z', deadlineHasTime: false }],
  ])('[FORM-28] round-trips to the content of a job whose deadline is %s', (_name, given) => {
    const job = sampleJob({ title: ' Roof ', location: 'Austin\nTX', budget: 125_050, ...given });
    const { title, description, surveyType, location, budget } = job;
    const deadline = given.deadlineHasTime ? given.deadline : '2026-12-31';
    const content = { title, description, surveyType, location, budget, deadline };
    expect(toJobContent(valuesOf(job), job)).toEqual(content);
    const renamed = { ...valuesOf(job), title: 'Barn' };
    expect(toJobContent(renamed, job)).toEqual({ ...content, title: 'Barn' });
  });

  it('converts a changed deadline', () => {
    const job = sampleJob({ deadline: '2026-12-31T15:30:27.150Z', deadlineHasTime: true });
    const moved = { ...valuesOf(job), deadline: '2027-01-02', time: '08:15' };
    expect(toJobContent(moved, job).deadline).toBe(new Date(2027, 0, 2, 8, 15).toISOString());
    expect(toJobContent({ ...moved, time: '' }, job).deadline).toBe('2027-01-02');
  });
});
