import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [
    { path: '/preflight', lazy: () => import(/* webpackChunkName: "PreflightPage" */ './PreflightPage.tsx') },
  ],
});
