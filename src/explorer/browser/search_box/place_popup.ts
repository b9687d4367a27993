/** A place in the viewport, in CSS pixels. */
export interface PopupPlace {
  readonly left: number;
  readonly width: number;
  /** From the upper edge of the viewport; null: `bottom`, from its lower edge, counts. */
  readonly top: number | null;
  readonly bottom: number | null;
  readonly maxHeight: number;
}

interface Field {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Between the field, the list and the edges of the viewport. */
const gap = 8;
const leastWidth = 512;
const mostHeight = 560;

/** Below the field, or above it where there is more room; wider than a narrow field, and never out of the viewport. */
export function placePopup(
  field: Field,
  viewport: { readonly width: number; readonly height: number },
  isRightToLeft: boolean,
): PopupPlace {
  const width = Math.min(Math.max(field.right - field.left, leastWidth), viewport.width - 2 * gap);
  const begin = isRightToLeft ? field.right - width : field.left;
  const left = Math.max(gap, Math.min(begin, viewport.width - gap - width));
  const below = viewport.height - field.bottom - 2 * gap;
  const above = field.top - 2 * gap;
  if (below >= mostHeight / 2 || below >= above)
    return { left, width, top: field.bottom + gap, bottom: null, maxHeight: Math.max(0, Math.min(mostHeight, below)) };
  return { left, width, top: null, bottom: viewport.height - field.top + gap, maxHeight: Math.min(mostHeight, above) };
}
