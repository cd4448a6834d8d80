import type { Locator, Page } from '@playwright/test';
import { fillJobForm, postJob } from '../support/jobs.ts';
import { newUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

/**
 * Presses a button for as long as a user does, while an invalid field has the focus: the error appears between the press and the
 * release. A refused form focuses its first invalid field, so the focus shows whether the browser reported the click.
 */
async function pressWithInvalid(page: Page, field: Locator, error: string, button: Locator): Promise<void> {
  await field.focus();
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await page.mouse.down();
  await expect(page.getByText(error, { exact: true }).first()).toBeVisible();
  await expect(button).toBeFocused();
  await page.mouse.up();
  await expect(field).toBeFocused();
}

interface Form {
  path: string;
  field: string;
  error: string;
  submit: string;
  /** Opens the form, and leaves the field empty or invalid. */
  open?: (page: Page) => Promise<void>;
}

const clear = (label: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill('');
const openBy = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

const VISITOR: readonly Form[] = [
  { path: '/login', field: 'Username', error: 'Username is required', submit: 'Sign in' },
  { path: '/signup', field: 'Full Name', error: 'Name is required', submit: 'Create Account' },
  { path: '/forgot-password', field: 'Email', error: 'Invalid email address', submit: 'Send Link' },
];

const PILOT: readonly Form[] = [
  {
    path: '/profile',
    field: 'Full Name',
    error: 'Name is required',
    submit: 'Save Changes',
    open: clear('Full Name'),
  },
  {
    path: '/security',
    field: 'Current Password',
    error: 'Password is required',
    submit: 'Change Password',
  },
  {
    path: '/flight-data',
    field: 'Flight Number',
    error: 'Required',
    submit: 'Save Flight Data',
    open: openBy('Upload Data'),
  },
];

const CLIENT: readonly Form[] = [
  { path: '/', field: 'Job Title', error: 'Required', submit: 'Create Job' },
  {
    path: '/your-data',
    field: 'Your Username',
    error: 'Type your username',
    submit: 'Delete My Account',
    open: openBy('Delete My Account'),
  },
  {
    path: '/jobs',
    field: 'Budget ($)',
    error: 'Enter an amount in dollars, such as 1250 or 1250.50',
    submit: 'Create Job',
    open: async (page) => {
      await openBy('Create New Job')(page);
      await fillJobForm(page, 'Quarry volume');
      await page.getByLabel('Budget ($)').fill('a lot');
    },
  },
  {
    path: '/jobs',
    field: 'Budget ($)',
    error: 'Enter an amount in dollars, such as 1250 or 1250.50',
    submit: 'Save Changes',
    open: async (page) => {
      await postJob(page.request, 'Quarry volume');
      await page.reload();
      await openBy('Edit')(page);
      await page.getByLabel('Budget ($)').fill('a lot');
    },
  },
];

async function pressEach(page: Page, forms: readonly Form[]): Promise<void> {
  for (const { path, field, error, submit, open } of forms) {
    await test.step(`${submit} of ${path}`, async () => {
      await page.goto(path);
      await open?.(page);
      const dialog = page.getByRole('dialog');
      const form = open && (await dialog.isVisible()) ? dialog : page.getByRole('main');
      const button = form.getByRole('button', { name: submit, exact: true });
      await pressWithInvalid(page, form.getByLabel(field, { exact: true }), error, button);
    });
  }
}

test('[FORM-29] a press on a submit button counts although it makes an error appear: visitor', async ({
  open,
}) => {
  await pressEach(await open(), VISITOR);
});

test('[FORM-29] a press on a submit button counts although it makes an error appear: pilot', async ({
  signedUp,
}) => {
  // Without earlier flights, the form proposes no number.
  await pressEach(await signedUp(newUser('pilot', 'Pim Presser')), PILOT);
});

test('[FORM-29] a press on a submit button counts although it makes an error appear: client', async ({
  signedUp,
}) => {
  await pressEach(await signedUp(newUser('client', 'Pat Presser')), CLIENT);
});
