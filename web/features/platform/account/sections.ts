import type { MessageKey } from '../../../lib/text.tsx'

/** What a signed-in donor finds under `/account`, in the order of its menu; the first is the page itself. */
export const accountSections: readonly { readonly path: string; readonly label: MessageKey }[] = [
  { path: '/account', label: 'account.overview' },
  { path: '/account/gifts', label: 'gifts.title' },
  { path: '/account/giving', label: 'account.regular-giving' },
  { path: '/account/zakat', label: 'account.zakat' },
  { path: '/account/giving-list', label: 'giving-list.title' },
  { path: '/organize', label: 'shell.organize' },
  { path: '/account/referrals', label: 'account.referrals' },
  { path: '/account/receipts', label: 'documents.title' },
  { path: '/account/addresses', label: 'addresses.title' },
  { path: '/account/cards', label: 'cards.title' },
  { path: '/account/notifications', label: 'notifications.title' },
  { path: '/account/preferences', label: 'preferences.title' },
  { path: '/account/profile', label: 'profile.title' },
  { path: '/account/password', label: 'password.title' },
  { path: '/account/privacy', label: 'privacy.title' },
  { path: '/account/security', label: 'security.title' },
]
