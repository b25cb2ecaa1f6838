import type { StaffRole } from '#shared/endpoint.ts'
import { type CaseKind, caseKinds } from './score.ts'

const theirs: Readonly<Record<CaseKind, readonly StaffRole[]>> = {
  fundraiser: ['reviewer'],
  edit: ['reviewer'],
  zakat: ['reviewer'],
  report: ['reviewer', 'support'],
  comment: ['reviewer', 'support'],
  refund: ['finance'],
  charity: ['reviewer'],
}

/**
 * The kinds of cases that are somebody's work; an admin's are all. What is not theirs is not shown to them either
 * (security-3).
 */
export const kindsOf = (roles: readonly string[]): CaseKind[] =>
  caseKinds.filter((kind) => roles.includes('admin') || theirs[kind].some((role) => roles.includes(role)))
