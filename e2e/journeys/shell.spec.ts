import { expect, test } from '../support/test.ts';
import { somebody } from '../support/people.ts';

test('a session that ends in the middle of a form asks for the password, and the form is sent after all', async ({
  as,
}) => {
  const person = somebody('client', 'Ella Ended');
  const page = await as(person);
  const form = page.getByRole('form', { name: 'Create Surveying Job' });
  await form.getByLabel('Job Title').fill('Bridge deck, crack survey');
  await form.getByLabel('Description').fill('Both lanes, from the north pier on.');
  await form.getByRole('combobox', { name: 'Survey Type' }).click();
  await page.getByRole('option', { name: 'Site Survey' }).click();
  await form.getByLabel('Location').fill('Waco, TX');
  await form.getByLabel('Budget').fill('900');
  await form.getByLabel('Deadline').fill('2031-05-02');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Create Job' }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog.getByText(person.username)).toBeVisible();
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('not-my-password');
  await password.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(page.locator('input[value="Bridge deck, crack survey"]')).toBeVisible();
  await password.fill(person.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByText('Job created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Bridge deck, crack survey' })).toBeVisible();
  await expect(page.getByText('Failed to create job')).toBeHidden();
});

test('who does not come back leaves nothing behind for the next one, who is led to the same page', async ({
  as,
}) => {
  const page = await as(somebody('pilot', 'Petra Past'));
  await page.getByRole('link', { name: 'Flight Data', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Flight Data', exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Schedule' }).click();
  await page
    .getByRole('dialog', { name: 'Your session has ended' })
    .getByRole('button', { name: 'Use another account' })
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Petra Past')).toBeHidden();
  await page.getByRole('button', { name: 'Use client demo' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/schedule$/);
  await expect(page.getByRole('complementary').getByText('Demo Client')).toBeVisible();
});
