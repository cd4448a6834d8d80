import type { ValueTransformer } from 'typeorm';
import type { PlaceView } from '@dps/contract';

/** Returns a SQL list for a CHECK: `'pilot', 'client'`. Only for constants: it escapes nothing. */
export function sqlList(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(', ');
}

/** Returns the column of a property: `survey_type` of `surveyType`. */
export function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a nullable `numeric` to a number. */
export const decimalTransformer: ValueTransformer = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** Returns the position of three columns; null without one. */
export function toPlace(
  latitude: number | null,
  longitude: number | null,
  name: string | null,
): PlaceView | null {
  return latitude === null || longitude === null ? null : { latitude, longitude, name };
}

/** Returns a row that PostgreSQL wrote into JSON, with its `createdAt` in the contract's format, ISO 8601 UTC. */
export function fromJsonRow<Row extends { createdAt: string }>(row: Row): Row {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}
