import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { showPostedJob } from './show-posted-job.ts';

const ROW = '<div role="row"><div id="job-31-name">Roof</div></div>';
const DIALOG = '<div role="dialog"></div>';
const scrolled = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});

/** Changes the page, and waits for its observers and the next frame. */
async function show(html: string) {
  document.body.innerHTML = html;
  await act(() => jest.advanceTimersByTimeAsync(50));
}

beforeEach(() => {
  jest.useFakeTimers();
  scrolled.mockClear();
});
afterEach(() => {
  document.body.innerHTML = '';
  jest.useRealTimers();
});

it('[FORM-27] scrolls to the row after a dialog that was open for a minute', async () => {
  await show(DIALOG);
  showPostedJob(31);
  await show(DIALOG + ROW);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(scrolled).not.toHaveBeenCalled();
  await show(ROW);
  expect(scrolled).toHaveBeenCalledTimes(1);
});

it('does not scroll to a row that appears more than 15 s after the post', async () => {
  showPostedJob(31);
  await jest.advanceTimersByTimeAsync(15_000);
  await show(ROW);
  expect(scrolled).not.toHaveBeenCalled();
});
