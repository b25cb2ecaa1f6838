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
  route('logout', 'routes/logout.ts'),
  route('account', 'routes/account.tsx', [index('routes/account-overview.tsx'), route('receipts', 'routes/account-receipts.tsx')]),
  route('preferences', 'routes/preferences.ts'),
  route('dev/mail', 'routes/dev-mail.tsx'),
  route('dev/mail/:mailId', 'routes/dev-mail-one.tsx'),
  route('dev/kit', 'routes/dev-kit.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
