import { expect, test } from 'vitest';
import { placePopup } from './box_view.ts';

const field = (left: number, top: number, width: number) => ({ left, right: left + width, top, bottom: top + 40 });
const wide = { width: 1000, height: 800 };

test.each([
  ['below the field, wider than a narrow one', field(100, 20, 200), wide, false, [100, 512, 68, null, 560]],
  ['as wide as a wide field', field(100, 20, 700), wide, false, [100, 700, 68, null, 560]],
  ['not beyond the right edge', field(800, 20, 150), wide, false, [480, 512, 68, null, 560]],
  ['from the right end, where the text runs from there', field(700, 20, 200), wide, true, [388, 512, 68, null, 560]],
  ['not beyond the left edge', field(20, 20, 200), wide, true, [8, 512, 68, null, 560]],
  ['as wide as a small viewport', field(10, 20, 300), { width: 320, height: 480 }, false, [8, 304, 68, null, 404]],
  ['above the field, where there is more room', field(100, 700, 200), wide, false, [100, 512, null, 108, 560]],
  [
    'with no height in a viewport without room',
    field(0, 0, 200),
    { width: 320, height: 40 },
    false,
    [8, 304, 48, null, 0],
  ],
])('the list stands %s', (_, place, viewport, isRightToLeft, [left, width, top, bottom, maxHeight]) => {
  expect(placePopup(place, viewport, isRightToLeft)).toEqual({ left, width, top, bottom, maxHeight });
});
