import type { Position } from './job-area.ts';

const LINE =
  /^(?<south>[+-]?\d+(?:\.\d+)?)\s*°?\s*(?<ns>[NS])?(?:\s*[,;]\s*|\s+)(?<west>[+-]?\d+(?:\.\d+)?)\s*°?\s*(?<ew>[EW])?$/i;

/** Parses a latitude and a longitude in degrees: "30.2672, -97.7431", "30.2672° N, 97.7431° W". Null for another text. */
export function parsePosition(text: string): Position | null {
  const { south = '', ns = '', west = '', ew = '' } = LINE.exec(text.trim())?.groups ?? {};
  if (south === '') return null;
  const signed = (value: string, isNegative: boolean) => (isNegative ? -Number(value) : Number(value));
  return [signed(west, ew.toUpperCase() === 'W'), signed(south, ns.toUpperCase() === 'S')];
}
