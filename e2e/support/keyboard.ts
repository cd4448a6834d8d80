import { expect, type Locator } from '@playwright/test';

/** More than the controls of any page of the journeys. */
const MAX_STOPS = 150;

/** Returns whether an element, or a part of its control, draws a focus ring. Runs in the page. */
function hasFocusRing(element: Element): boolean {
  const parts = [element, element.parentElement, element.parentElement?.parentElement];
  return parts.some(
    (part) =>
      part?.classList.contains('Mui-focused') ||
      (part &&
        getComputedStyle(part).outlineStyle !== 'none' &&
        getComputedStyle(part).outlineWidth !== '0px'),
  );
}

/** Returns whether a control is the active element. Runs in the page. */
function isActive(element: Element): boolean {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement === element : false;
}

/** Returns the key that leads to a control. After the last control of a page, Tab leads out of it. Runs in the page. */
function keyTo(element: Element): 'Tab' | 'Shift+Tab' {
  const from = document.activeElement ?? document.body;
  const isBefore = from.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING;
  return isBefore && from !== document.body ? 'Shift+Tab' : 'Tab';
}

/** Waits until a control has the focus of its page. In Firefox, only the window in front also has that of the system, and shows it. */
export async function expectFocus(control: Locator): Promise<void> {
  await expect.poll(() => control.evaluate(isActive), `${control.toString()} has the focus`).toBe(true);
}

/** Presses Tab or Shift+Tab until a control has the focus, which must be visible. Fails if the control cannot be reached. */
export async function tabTo(control: Locator): Promise<void> {
  const page = control.page();
  if (!(await page.evaluate(() => document.hasFocus()))) await page.bringToFront();
  await expect(control).toBeEnabled();
  const key = await control.evaluate(keyTo);
  for (let stop = 0; stop < MAX_STOPS && !(await control.evaluate(isActive)); stop += 1)
    await page.keyboard.press(key);
  await expectFocus(control);
  if (await page.evaluate(() => document.hasFocus()))
    expect(await control.evaluate(hasFocusRing), `${control.toString()} shows the focus`).toBe(true);
}

/** Reaches a control by keyboard and presses a key, Enter by default. */
export async function press(control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press(key);
}

/** Reaches a field by keyboard, and replaces its text. */
export async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.press('ControlOrMeta+a');
  await field.page().keyboard.type(text);
}

/** Opens a select by keyboard, and chooses an option by the letters of its first word. */
export async function choose(select: Locator, option: string): Promise<void> {
  const page = select.page();
  await press(select);
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type(option.split(' ', 1).join());
  await expectFocus(page.getByRole('option', { name: option }));
  await page.keyboard.press('Enter');
  await expectFocus(select);
}
