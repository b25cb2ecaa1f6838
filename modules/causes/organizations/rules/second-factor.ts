import type { MemberRole } from './roles.ts'
import type { VerificationDecision } from './verification.ts'

const rolesWithTwoFactors: readonly MemberRole[] = ['owner', 'admin', 'finance']

/** Whether a role of a charity needs two factors: from the first request for its verification on (accounts-14). */
export const needsSecondFactor = (role: MemberRole, verification: VerificationDecision): boolean =>
  rolesWithTwoFactors.includes(role) && verification !== 'none'
