import type { StaffRole } from '#shared/endpoint.ts'
import type { MessageKey } from '#web/lib/text.tsx'

/** Sections below `/staff`, in menu order, with their roles; admins see all. */
export const staffSections: readonly {
  readonly path: string
  readonly label: MessageKey
  readonly roles: readonly StaffRole[]
  readonly group?: MessageKey
}[] = [
  { path: '/staff', label: 'staff.home', roles: ['support', 'reviewer', 'finance'] },
  { path: '/staff/donations', label: 'refunds.donations', roles: ['finance', 'support'], group: 'staff.group-money' },
  { path: '/staff/refunds', label: 'refunds.title', roles: ['finance', 'support'], group: 'staff.group-money' },
  { path: '/staff/payouts', label: 'staff.payouts', roles: ['finance'], group: 'staff.group-money' },
  { path: '/staff/plans', label: 'kill-switch.title', roles: ['finance'], group: 'staff.group-money' },
  { path: '/staff/zakat', label: 'staff.verifications', roles: ['reviewer'], group: 'staff.group-zakat' },
  { path: '/staff/zakat-distributions', label: 'staff.distributions', roles: ['reviewer'], group: 'staff.group-zakat' },
  { path: '/staff/qurbani', label: 'staff.qurbani', roles: ['reviewer'], group: 'staff.group-zakat' },
  { path: '/staff/featured', label: 'curating.featured', roles: ['support'], group: 'staff.group-pages' },
  { path: '/staff/lists', label: 'curating.lists', roles: ['support'], group: 'staff.group-pages' },
  { path: '/staff/ads', label: 'curating.ads', roles: ['support'], group: 'staff.group-pages' },
  { path: '/staff/deeds-survey', label: 'staff.deeds-survey', roles: ['support'], group: 'staff.group-pages' },
  { path: '/staff/charities', label: 'staff.charities', roles: [], group: 'staff.group-settings' },
  { path: '/staff/bank-details', label: 'staff.bank-details', roles: ['finance'], group: 'staff.group-settings' },
  { path: '/staff/calendar', label: 'months.title', roles: [], group: 'staff.group-settings' },
  { path: '/staff/people', label: 'staff.people', roles: [], group: 'staff.group-settings' },
  { path: '/staff/audit', label: 'staff.audit', roles: [], group: 'staff.group-settings' },
]
