import { chooseToastPlace, type Box } from './toast-place.ts';

const box = (left: number, top: number, width: number, height = 40): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** The upper right button of a page, and the fields of a form across the page. */
const PAGE_ACTION = box(1200, 80, 160);
const FIELDS = [box(300, 90, 1100), box(300, 170, 1100)];
const TABLE_ACTION = box(1320, 800, 60);
const LOWER_FIELD = box(600, 800, 200);

describe('chooseToastPlace', () => {
  it.each([
    ['an empty page', [], [], 'bottom center'],
    ['an action of the page', [PAGE_ACTION], [], 'bottom center'],
    ['a field in the lower middle', [LOWER_FIELD], [], 'bottom right'],
    ['a field in the lower middle and an action next to it', [LOWER_FIELD, TABLE_ACTION], [], 'top center'],
    ['fields in the middle, above and below', [...FIELDS, LOWER_FIELD, TABLE_ACTION], [], 'bottom center'],
    ['the pressed control in the lower middle', [LOWER_FIELD], [LOWER_FIELD], 'bottom right'],
    [
      'a pressed button below, and fields above',
      [...FIELDS, TABLE_ACTION],
      [box(560, 790, 800)],
      'top center',
    ],
  ])('does not cover %s', (_what, controls, pressed, expected) => {
    const { vertical, horizontal } = chooseToastPlace({ width: 1440, height: 900, controls, pressed });
    expect(`${vertical} ${horizontal}`).toBe(expected);
  });

  it.each([
    ['at the lower edge', box(16, 660, 328), 'top'],
    ['below the top bar', box(16, 80, 328), 'bottom'],
  ])('[TOAST-7] does not cover a button that was pressed %s of a phone', (_where, pressed, vertical) => {
    const controls = [box(16, 80, 328), box(16, 160, 328), box(16, 600, 328), pressed];
    expect(chooseToastPlace({ width: 360, height: 740, controls, pressed: [pressed] }).vertical).toBe(
      vertical,
    );
  });

  it.each([
    ['stays where it covers as much as elsewhere', [], 'top right'],
    ['leaves for a place that covers less', [PAGE_ACTION], 'bottom center'],
  ])('%s', (_what, controls, expected) => {
    const surroundings = { width: 1440, height: 900, controls, pressed: [] };
    const { vertical, horizontal } = chooseToastPlace(surroundings, { vertical: 'top', horizontal: 'right' });
    expect(`${vertical} ${horizontal}`).toBe(expected);
  });
});
