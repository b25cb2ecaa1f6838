import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** The site map: the specification's paths, one line each. */
export default [
  index('routes/start.ts'),
  route('v4', 'routes/home.tsx'),
  route('v4/discover', 'routes/discover.tsx'),
  route('v4/campaign/:slug', 'routes/campaign.tsx'),
  route('campaign/:slug', 'routes/campaign-short.ts'),
  route('v4/checkout/:slug', 'routes/checkout.tsx'),
  route('thankyou/:slug', 'routes/thank-you.tsx'),
  route('login', 'routes/login.tsx'),
  route('login/link', 'routes/login-link.tsx'),
  route('v4/signup', 'routes/sign-up.tsx'),
  route('signup', 'routes/sign-up-form.tsx'),
  route('v4/confirm-email', 'routes/confirm-email.tsx'),
  route('password/forgotten', 'routes/password-forgotten.tsx'),
  route('password/new', 'routes/password-new.tsx'),
  route('logout', 'routes/logout.ts'),
  route('account', 'routes/account.tsx', [
    index('routes/account-overview.tsx'),
    route('profile', 'routes/account-profile.tsx'),
    route('password', 'routes/account-password.tsx'),
    route('again', 'routes/account-again.tsx'),
    route('security', 'routes/account-security.tsx'),
    route('confirmation', 'routes/account-confirmation.ts'),
  ]),
  route('preferences', 'routes/preferences.ts'),
  route('dev/mail', 'routes/dev-mail.tsx'),
  route('dev/mail/:mailId', 'routes/dev-mail-one.tsx'),
  route('dev/kit', 'routes/dev-kit.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
