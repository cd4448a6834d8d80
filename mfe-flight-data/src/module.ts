import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [
    { path: '/flight-data', lazy: () => import('./records/FlightDataPage.tsx') },
    {
      path: '/report/:token',
      lazy: () => import(/* webpackChunkName: "report" */ './report/ReportPage.tsx'),
    },
  ],
  widgets: {
    'flight-data.coverage': () => import('./widgets/JobCoverage.tsx'),
    'flight-data.record-list': () => import('./widgets/RecordList.tsx'),
    'flight-data.upload-form': () => import('./widgets/JobUploadForm.tsx'),
  },
});
