import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [
    { path: '/', lazy: () => import('./dashboard/DashboardPage.tsx') },
    { path: '/jobs', lazy: () => import('./jobs/JobsPage.tsx') },
    { path: '/schedule', lazy: () => import('./schedule/SchedulePage.tsx') },
    { path: '/messages', lazy: () => import('./messages/MessagesPage.tsx') },
    { path: '/browse-jobs', lazy: () => import('./browse/BrowsePage.tsx') },
  ],
});
