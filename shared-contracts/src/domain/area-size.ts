// Without the geometry of areas, because the first paint of Browse needs this text alone.

/** The international acre of 4,840 square yards. */
export const SQUARE_METERS_PER_ACRE = 4046.8564224;

/** Three significant digits, and no decimals from 100 on: "0.0247", "24.7", "123,553". */
export function quantity(value: number): string {
  return value < 100
    ? value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
    : Math.round(value).toLocaleString('en-US');
}

/** Formats the size of an area: "24.7 acres (10 ha)". */
export function formatAreaSize(squareMeters: number): string {
  return `${quantity(squareMeters / SQUARE_METERS_PER_ACRE)} acres (${quantity(squareMeters / 10_000)} ha)`;
}
