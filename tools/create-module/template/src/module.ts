import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [{ path: '/new-module', lazy: () => import('./NewModulePage.tsx') }],
});
