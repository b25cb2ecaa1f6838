import type { StaffRole } from '#shared/endpoint.ts'
import { type CaseKind, caseKinds } from './score.ts'

const rolesOfKind: Readonly<Record<CaseKind, readonly StaffRole[]>> = {
  fundraiser: ['reviewer'],
  edit: ['reviewer'],
  zakat: ['reviewer'],
  report: ['reviewer', 'support'],
  comment: ['reviewer', 'support'],
  refund: ['finance'],
  charity: ['reviewer'],
  payment: ['finance'],
  ownership: ['reviewer'],
  name: ['reviewer'],
  match: ['reviewer'],
}

/** Returns the kinds of cases for a staff member's roles; admins get all. Other kinds aren't shown (security-3). */
export const kindsOf = (roles: readonly string[]): CaseKind[] =>
  caseKinds.filter((kind) => roles.includes('admin') || rolesOfKind[kind].some((role) => roles.includes(role)))
