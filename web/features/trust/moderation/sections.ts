import type { StaffRole } from '#shared/endpoint.ts'
import type { MessageKey } from '../../../lib/text.tsx'

/** Sections under `/staff`, in menu order, with their roles; admins see all. */
export const staffSections: readonly {
  readonly path: string
  readonly label: MessageKey
  readonly roles: readonly StaffRole[]
}[] = [
  { path: '/staff', label: 'staff.queue', roles: ['support', 'reviewer', 'finance'] },
  { path: '/staff/gifts', label: 'refunds.gifts', roles: ['finance', 'support'] },
  { path: '/staff/refunds', label: 'refunds.title', roles: ['finance', 'support'] },
  { path: '/staff/plans', label: 'kill-switch.title', roles: ['finance'] },
  { path: '/staff/zakat', label: 'staff.verifications', roles: ['reviewer'] },
  { path: '/staff/zakat-distributions', label: 'staff.distributions', roles: ['reviewer'] },
  { path: '/staff/qurbani', label: 'staff.qurbani', roles: ['reviewer'] },
  { path: '/staff/featured', label: 'curating.featured', roles: ['support'] },
  { path: '/staff/lists', label: 'curating.lists', roles: ['support'] },
  { path: '/staff/ads', label: 'curating.ads', roles: ['support'] },
  { path: '/staff/deeds-survey', label: 'staff.deeds-survey', roles: ['support'] },
  { path: '/staff/charities', label: 'staff.charities', roles: [] },
  { path: '/staff/bank-details', label: 'staff.bank-details', roles: ['finance'] },
  { path: '/staff/calendar', label: 'months.title', roles: [] },
  { path: '/staff/people', label: 'staff.people', roles: [] },
  { path: '/staff/audit', label: 'staff.audit', roles: [] },
]
