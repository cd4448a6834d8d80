import { SURVEY_TYPES } from '@dps/shared-contracts';
import type { AddressForm } from '../address/address-values.ts';
import { choice, dialogOf, searchText } from '../address/parameter.ts';
import { ALL } from '../job/job.filter.ts';

/** What somebody looks for among the open jobs. */
export interface BrowseFilterValues {
  q: string;
  /** A survey type. */
  type: string;
}

/** The state of the page of open jobs: `/browse-jobs?q=roof&job=7`. */
export interface BrowseAddress extends BrowseFilterValues {
  /** The id of the job that is shown in full. */
  job: string | null;
}

export const NO_FILTER: BrowseFilterValues = { q: '', type: ALL };

export const BROWSE_ADDRESS: AddressForm<BrowseAddress> = {
  defaults: { ...NO_FILTER, job: null },
  parameters: { q: searchText, type: choice<string>(SURVEY_TYPES, ALL), job: dialogOf },
};

/** Whether anything is filtered. */
export function isFiltered({ q, type }: BrowseFilterValues): boolean {
  return q.trim() !== '' || type !== ALL;
}
