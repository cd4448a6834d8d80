import type { SurveyType } from '@dps/shared-contracts';
import { texts } from './texts.ts';

const { items } = texts;
/** What every flight asks for, in the order in which it is looked at. */
const ALWAYS = [items.weather, items.airspace, items.props, items.batteries, items.homePoint, items.people];

/** What a kind of survey asks for besides. */
const BESIDES: Partial<Record<SurveyType, string>> = {
  'Property Inspection': items.privacy,
  'Real Estate Photography': items.privacy,
  'Property Aerial': items.privacy,
  'Construction Monitoring': items.cranes,
  Infrastructure: items.lines,
  Mapping: items.overlap,
  'Site Survey': items.overlap,
};

/** What a pilot looks at before a flight for a survey of that kind. */
export function checklistFor(surveyType: SurveyType): string[] {
  const more = BESIDES[surveyType];
  return more === undefined ? ALWAYS : [...ALWAYS, more];
}
