import type { MessageKey } from '#web/lib/text.tsx'

export type AccountGroupName = 'overview' | 'giving' | 'documents' | 'fundraising' | 'settings'

type Section = { readonly path: string; readonly label: MessageKey }

/** The account pages in five groups, in menu order; a group's link opens its first page. */
export const accountGroups: readonly {
  readonly name: AccountGroupName
  readonly label: MessageKey
  readonly sections: readonly [Section, ...Section[]]
}[] = [
  { name: 'overview', label: 'account.overview', sections: [{ path: '/account', label: 'account.overview' }] },
  {
    name: 'giving',
    label: 'account.group-giving',
    sections: [
      { path: '/account/donations', label: 'donations.title' },
      { path: '/account/giving', label: 'account.regular-giving' },
      { path: '/account/zakat', label: 'account.zakat' },
      { path: '/account/giving-list', label: 'giving-list.title' },
    ],
  },
  {
    name: 'documents',
    label: 'account.group-documents',
    sections: [
      { path: '/account/receipts', label: 'documents.title' },
      { path: '/account/gift-aid', label: 'account.gift-aid' },
      { path: '/account/cards', label: 'cards.title' },
      { path: '/account/addresses', label: 'addresses.title' },
    ],
  },
  {
    name: 'fundraising',
    label: 'account.group-fundraising',
    sections: [
      { path: '/organize', label: 'shell.organize' },
      { path: '/account/pages', label: 'account.supporter-pages' },
      { path: '/account/referrals', label: 'account.referrals' },
    ],
  },
  {
    name: 'settings',
    label: 'account.group-settings',
    sections: [
      { path: '/account/profile', label: 'profile.title' },
      { path: '/account/notifications', label: 'notifications.title' },
      { path: '/account/preferences', label: 'preferences.title' },
      { path: '/account/security', label: 'security.title' },
      { path: '/account/api-keys', label: 'account.api-keys' },
      { path: '/account/password', label: 'password.title' },
      { path: '/account/privacy', label: 'privacy.title' },
    ],
  },
]

/** Returns whether a page is at a path or below it; the overview has no pages below it. */
export const isSectionAt = (path: string, pathname: string): boolean =>
  pathname === path || (path !== '/account' && pathname.startsWith(`${path}/`))
