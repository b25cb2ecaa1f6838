/** A provider's profile compared with what we know (ADR-0013). */
export type LinkData = {
  /** The account this subject is linked to. */
  readonly linkedTo: string | undefined
  readonly email: string | undefined
  /** The provider vouches for the email. */
  readonly isEmailVerified: boolean
  /** The account that has proven this email; an account that only claims it does not count (ADR-0014). */
  readonly owner: { readonly id: string; readonly isStaff: boolean; readonly hasLinkHere: boolean } | undefined
}

export type LinkDecision =
  | { readonly kind: 'log-in'; readonly accountId: string }
  | { readonly kind: 'link'; readonly accountId: string; readonly email: string }
  | { readonly kind: 'create'; readonly email: string; readonly isConfirmed: boolean }
  | { readonly kind: 'refuse'; readonly code: 'external-email-missing' | 'external-log-in-first' }

/**
 * Decides which account a provider's login belongs to. The subject decides. An email leads to an existing account only
 * when both sides have proven it, and never if the account already has another login at that provider: then the mailbox
 * has changed hands there. Staff connect by hand.
 */
export function linkDecision({ linkedTo, email, isEmailVerified, owner }: LinkData): LinkDecision {
  if (linkedTo !== undefined) return { kind: 'log-in', accountId: linkedTo }
  if (email === undefined) return { kind: 'refuse', code: 'external-email-missing' }
  if (owner === undefined) return { kind: 'create', email, isConfirmed: isEmailVerified }
  if (!isEmailVerified || owner.hasLinkHere || owner.isStaff) return { kind: 'refuse', code: 'external-log-in-first' }
  return { kind: 'link', accountId: owner.id, email }
}
