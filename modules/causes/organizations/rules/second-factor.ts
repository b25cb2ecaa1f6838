import type { MemberRole } from './roles.ts'
import type { VerificationDecision } from './verification.ts'

const rolesWithTwoFactors: readonly MemberRole[] = ['owner', 'admin', 'finance']

/**
 * Whether a charity's role needs two factors, which is required from its first verification request on (accounts-14).
 */
export const needsSecondFactor = (role: MemberRole, verification: VerificationDecision): boolean =>
  rolesWithTwoFactors.includes(role) && verification !== 'none'
