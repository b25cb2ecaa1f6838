/** A provider's profile compared with our data (ADR-0013). */
export type LinkData = {
  /** The account that is linked to this subject. */
  readonly linkedTo: string | undefined
  readonly email: string | undefined
  /** Whether the provider has verified the email. */
  readonly isEmailVerified: boolean
  /** The account that has confirmed this email; an account that only claims it doesn't count (ADR-0014). */
  readonly owner: { readonly id: string; readonly isStaff: boolean; readonly hasLinkHere: boolean } | undefined
}

export type LinkDecision =
  | { readonly kind: 'log-in'; readonly accountId: string }
  | { readonly kind: 'link'; readonly accountId: string; readonly email: string }
  | { readonly kind: 'create'; readonly email: string; readonly isConfirmed: boolean }
  | { readonly kind: 'refuse'; readonly code: 'external-email-missing' | 'external-log-in-first' }

/**
 * Decides which account a provider's login belongs to. The subject decides first. An email leads to an existing account
 * only if both sides have confirmed it, and never if the account already has another login at that provider, because
 * then the mailbox has changed hands there. Staff must connect providers by hand.
 */
export function linkDecision({ linkedTo, email, isEmailVerified, owner }: LinkData): LinkDecision {
  if (linkedTo !== undefined) return { kind: 'log-in', accountId: linkedTo }
  if (email === undefined) return { kind: 'refuse', code: 'external-email-missing' }
  if (owner === undefined) return { kind: 'create', email, isConfirmed: isEmailVerified }
  if (!isEmailVerified || owner.hasLinkHere || owner.isStaff) return { kind: 'refuse', code: 'external-log-in-first' }
  return { kind: 'link', accountId: owner.id, email }
}
