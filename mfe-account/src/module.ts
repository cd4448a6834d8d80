import { defineModule } from '@dps/contract/module';

export default defineModule({
  name: __MODULE_NAME__,
  version: __MODULE_VERSION__,
  // Rare pages share a file: the entry contains the digest of each.
  routes: [
    { path: '/login', lazy: () => import('./login/LoginPage.tsx') },
    { path: '/signup', lazy: () => import('./signup/SignupPage.tsx') },
    { path: '/welcome', lazy: () => import('./welcome/WelcomePage.tsx') },
    {
      path: '/forgot-password',
      lazy: () => import(/* webpackChunkName: "reset" */ './reset/ForgotPasswordPage.tsx'),
    },
    {
      path: '/reset-password',
      lazy: () => import(/* webpackChunkName: "reset" */ './reset/ResetPasswordPage.tsx'),
    },
    {
      path: '/restore-account',
      lazy: () => import(/* webpackChunkName: "reset" */ './reset/RestoreAccountPage.tsx'),
    },
    {
      path: '/confirm-email',
      lazy: () => import(/* webpackChunkName: "reset" */ './email/ConfirmEmailPage.tsx'),
    },
    { path: '/profile', lazy: () => import('./profile/ProfilePage.tsx') },
    {
      path: '/security',
      lazy: () => import(/* webpackChunkName: "security" */ './security/SecurityPage.tsx'),
    },
    { path: '/mail', lazy: () => import(/* webpackChunkName: "security" */ './mail/MailPage.tsx') },
    {
      path: '/your-data',
      lazy: () => import(/* webpackChunkName: "data" */ './personal-data/YourDataPage.tsx'),
    },
    { path: '/privacy', lazy: () => import(/* webpackChunkName: "data" */ './privacy/PrivacyPage.tsx') },
  ],
  widgets: {
    'account.passkey-confirmation': () => import('./widgets/PasskeyConfirmation.tsx'),
  },
});
