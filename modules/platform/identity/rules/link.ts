/** Whom a provider brought, against what we know (ADR-0013). */
export type LinkFacts = {
  /** The account this very subject is linked to. */
  readonly linkedTo: string | undefined
  readonly email: string | undefined
  /** The provider vouches for the e-mail. */
  readonly isEmailVerified: boolean
  /** The account that has proven this e-mail; one that only claims it is nobody's (ADR-0014). */
  readonly owner: { readonly id: string; readonly isStaff: boolean; readonly hasLinkHere: boolean } | undefined
}

export type LinkDecision =
  | { readonly kind: 'log-in'; readonly accountId: string }
  | { readonly kind: 'link'; readonly accountId: string; readonly email: string }
  | { readonly kind: 'create'; readonly email: string; readonly isConfirmed: boolean }
  | { readonly kind: 'refuse'; readonly code: 'external-email-missing' | 'external-log-in-first' }

/**
 * The subject decides. An e-mail leads to an existing account only when both sides have proven it, and never past a
 * link the account already has at that provider: then the mailbox has changed hands there. The operator's people
 * connect by hand.
 */
export function linkDecision({ linkedTo, email, isEmailVerified, owner }: LinkFacts): LinkDecision {
  if (linkedTo !== undefined) return { kind: 'log-in', accountId: linkedTo }
  if (email === undefined) return { kind: 'refuse', code: 'external-email-missing' }
  if (owner === undefined) return { kind: 'create', email, isConfirmed: isEmailVerified }
  if (!isEmailVerified || owner.hasLinkHere || owner.isStaff) return { kind: 'refuse', code: 'external-log-in-first' }
  return { kind: 'link', accountId: owner.id, email }
}
