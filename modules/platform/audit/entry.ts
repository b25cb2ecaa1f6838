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
   * Values before and after, or a reason: ids and plain data. It must contain no secret, card or address; a member with
   * the name of a secret throws.
   */
  readonly details?: Readonly<Record<string, unknown>>
}
