export type Actor =
  | { readonly kind: 'account' | 'guest'; readonly id: string }
  | { readonly kind: 'visitor' | 'system' }

export type Act = {
  readonly actor: Actor
  /** `<module>.<what-was-done>`, kebab-case: `identity.password-changed`. */
  readonly act: string
  /** The object of the action: `account:<id>`, `card:<id>`. */
  readonly object: string
  readonly at: Date
  readonly ip?: string | undefined
  /**
   * Before, after, a reason: ids and plain facts. Never a secret, a card or an address; a member named like a secret is
   * a bug.
   */
  readonly details?: Readonly<Record<string, unknown>>
}
