import type { SurveyType } from '@dps/contract';
import { texts } from './texts.ts';

const { items } = texts;
/** Checks for every flight, in order. */
const ALWAYS = [
  items.weather,
  items.airspace,
  items.props,
  items.batteries,
  items.homePoint,
  items.bystanders,
];

/** The additional check of a survey type. */
const ADDITIONAL: Partial<Record<SurveyType, string>> = {
  'Property Inspection': items.privacy,
  'Real Estate Photography': items.privacy,
  'Property Aerial': items.privacy,
  'Construction Monitoring': items.cranes,
  Infrastructure: items.lines,
  Mapping: items.overlap,
  'Site Survey': items.overlap,
};

/** Returns the pre-flight checks for a survey type. */
export function checklistFor(surveyType: SurveyType): string[] {
  const more = ADDITIONAL[surveyType];
  return more === undefined ? ALWAYS : [...ALWAYS, more];
}
