import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  routes: [
    { path: '/login', lazy: () => import('./login/LoginPage.tsx') },
    { path: '/signup', lazy: () => import('./signup/SignupPage.tsx') },
    { path: '/forgot-password', lazy: () => import('./reset/ForgotPasswordPage.tsx') },
    { path: '/reset-password', lazy: () => import('./reset/ResetPasswordPage.tsx') },
    { path: '/profile', lazy: () => import('./profile/ProfilePage.tsx') },
    { path: '/security', lazy: () => import('./security/SecurityPage.tsx') },
  ],
});
