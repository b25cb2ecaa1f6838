export const account = {
  'account.title': 'Your account',
  'account.nav': 'Your account',
  'account.overview': 'Overview',
} as const
