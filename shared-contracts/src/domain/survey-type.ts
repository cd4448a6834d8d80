/** Survey types of the dashboard form and of Browse. */
export const DASHBOARD_SURVEY_TYPES = [
  'Site Survey',
  'Property Inspection',
  'Agricultural Analysis',
  'Construction Monitoring',
  'Real Estate Photography',
] as const;

/** Survey types of the jobs page; the two lists differ as specified. */
export const JOBS_PAGE_SURVEY_TYPES = [
  'Site Survey',
  'Property Aerial',
  'Crop Analysis',
  'Infrastructure',
  'Environmental',
  'Mapping',
] as const;

/** All survey types that the server accepts. */
export const SURVEY_TYPES = [
  'Site Survey',
  'Property Inspection',
  'Agricultural Analysis',
  'Construction Monitoring',
  'Real Estate Photography',
  'Property Aerial',
  'Crop Analysis',
  'Infrastructure',
  'Environmental',
  'Mapping',
] as const satisfies readonly (
  | (typeof DASHBOARD_SURVEY_TYPES)[number]
  | (typeof JOBS_PAGE_SURVEY_TYPES)[number]
)[];
export type SurveyType = (typeof SURVEY_TYPES)[number];
