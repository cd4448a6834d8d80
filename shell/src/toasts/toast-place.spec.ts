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

describe('chooseToastPlace', () => {
  it.each([
    ['an empty page', [], [], 'top right'],
    ['an action of the page', [PAGE_ACTION], [], 'top center'],
    ['fields across the top', FIELDS, [], 'bottom right'],
    ['fields, and an action at the lower right', [...FIELDS, TABLE_ACTION], [], 'bottom center'],
    ['the pressed control at the upper right', [PAGE_ACTION], [PAGE_ACTION], 'top center'],
    [
      'a pressed button below, and fields above',
      [...FIELDS, TABLE_ACTION],
      [box(560, 790, 800)],
      'top right',
    ],
  ])('does not cover %s', (_what, controls, pressed, expected) => {
    const { vertical, horizontal } = chooseToastPlace({ width: 1440, height: 900, controls, pressed });
    expect(`${vertical} ${horizontal}`).toBe(expected);
  });

  it.each([
    ['at the lower edge', box(16, 660, 328), 'top'],
    ['below the top bar', box(16, 80, 328), 'bottom'],
  ])('does not cover a button that was pressed %s of a phone', (_where, pressed, vertical) => {
    const controls = [box(16, 80, 328), box(16, 160, 328), box(16, 600, 328), pressed];
    expect(chooseToastPlace({ width: 360, height: 740, controls, pressed: [pressed] }).vertical).toBe(
      vertical,
    );
  });
});
