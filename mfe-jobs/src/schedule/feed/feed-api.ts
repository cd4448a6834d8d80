import { paths, type CalendarView } from '@dps/contract';
import { moduleEndpoints } from '@dps/contract/client';

/** The calls of the calendar feed, which load with its dialog. */
export const feedApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  calendar: build.query<CalendarView, void>({
    query: () => ({ url: paths.calendar() }),
    // The dialog always reads the current address: another tab may have replaced it.
    keepUnusedDataFor: 0,
  }),
  /** PUT creates an address if there is none, POST replaces it. */
  setAddress: build.mutation<CalendarView, 'PUT' | 'POST'>({
    query: (method) => ({ url: paths.calendar(), method }),
  }),
}));
