import type { Page } from '@playwright/test';
import { accessibilityProblems } from '../support/accessibility.ts';
import { postJob } from '../support/jobs.ts';
import { newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const TITLE = 'Lighthouse survey';

/** Opens the dialog of the job, and returns the part with the questions. */
async function questionsOn(page: Page, path: string) {
  await page.goto(path);
  return page.getByRole('dialog', { name: TITLE }).getByRole('region', { name: 'Questions' });
}

test('[QUESTION-9, QUESTION-12, QUESTION-13] a pilot asks a question about an open job, its client answers, and another pilot reads both', async ({
  as,
}) => {
  const client = await as(newUser('client', 'Maria Quarry'));
  const pilot = await as(newUser('pilot', 'Sam Skyward'));
  const other = await as(newUser('pilot', 'Ola Other'));
  const id = await postJob(client.request, TITLE);

  const ofClient = await questionsOn(client, `/jobs?job=${id}`);
  await expect(ofClient.getByText(/^No pilot has asked a question yet/)).toBeVisible();
  const asked = await questionsOn(pilot, `/browse-jobs?job=${id}`);
  await asked.getByLabel('Your question to the client').fill('Where is the gate?');
  await asked.getByRole('button', { name: 'Ask Question' }).click();
  await expect(asked.getByRole('listitem')).toContainText('Your question');
  expect(await accessibilityProblems(pilot)).toEqual([]);

  // Without a reload: the events of the change bring question and answer.
  await expect(ofClient.getByRole('listitem')).toContainText('Not answered yet');
  await ofClient.getByRole('button', { name: 'Answer' }).click();
  await ofClient.getByLabel('Your answer').fill('On the north side.');
  expect(await accessibilityProblems(client)).toEqual([]);
  await ofClient.getByRole('button', { name: 'Send Answer' }).click();
  await expect(asked.getByRole('listitem')).toContainText('On the north side.');

  const read = await questionsOn(other, `/browse-jobs?job=${id}`);
  await expect(read.getByRole('listitem')).toHaveText(/Where is the gate\?.*On the north side\.$/);
  await expect(read.getByText('Sam Skyward')).toHaveCount(0);
  await expect(read.getByRole('button', { name: 'Ask Question' })).toBeVisible();
});
