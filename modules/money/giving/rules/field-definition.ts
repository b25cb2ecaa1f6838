import type { Asks } from '#modules/causes/campaigns/rules/level.ts'

/** The calls that take a donor's fields, each with its own spelling in the specification (S1 §3, S2 §3). */
export type Place = 'donation' | 'checkout' | 'checkoutLine' | 'basketItem' | 'subscription'
/** Who sees a stored field: the donor (history), a receipt, the organizer (list, export), the public. */
export type Reader = 'donor' | 'receipt' | 'organizer' | 'public'

export type Text = {
  readonly kind: 'text'
  readonly max: number
  /** One line, tidied on arrival. */
  readonly isLine?: true
  /** One entry per line, each tidied on arrival. */
  readonly isList?: true
  /**
   * A `name` must be visible and no formula, `free` text has no card number, of a `typed` one only the length is
   * checked.
   */
  readonly check: 'name' | 'free' | 'email' | 'typed'
}
export type Part = (
  | Text
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'flag' }
) & {
  readonly isRequired?: true
  readonly readers?: readonly Reader[]
}

type Kind =
  | { readonly kind: 'flag' }
  | { readonly kind: 'count' }
  | { readonly kind: 'id' }
  /** Read and priced by its own rules, in the unit of its call. */
  | { readonly kind: 'amount' }
  | (Text & { readonly readers?: readonly Reader[] })
  | { readonly kind: 'address'; readonly needsStreet?: true }
  | { readonly kind: 'group'; readonly parts: Readonly<Record<string, Part>> }
  /** `usual` is the value of a donation without the field; it is stored as null and not shown. */
  | {
      readonly kind: 'choice'
      readonly options: readonly string[]
      readonly usual: string
      readonly readers: readonly Reader[]
    }

/** Form values that decide whether a field is offered. */
export type Offered = {
  readonly isAnonymous: boolean
  readonly isZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
}

export type Definition = Kind & {
  /** Its name in each call; a call without one doesn't accept it. `guest.email`: inside a nested shape. */
  readonly wire: { readonly [P in Place]?: string }
  /** The column of `giving.donation`; `encrypted`: inside the encrypted column; null: written elsewhere. */
  readonly column: string | null
  /** Erased with the donor's data. */
  readonly isPersonal: boolean
  /** `own`: its own component; `section`: generated from its definition; null: not in the form. */
  readonly control: 'own' | 'section' | null
  /** The id of its control, if that is not its name. */
  readonly controlId?: string
  /** The level must ask for it; otherwise it is neither sent nor stored. */
  readonly levelAsks?: keyof Asks
  /** Whether the form offers it; otherwise it is not sent. */
  readonly isOffered?: (form: Offered) => boolean
  /** Only the first donation of a plan has it. */
  readonly isOnce?: true
  /** The part that must be true for the public to see it. */
  readonly publicIf?: string
}

type PartValue<Of> = Of extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : Of extends { kind: 'flag' }
    ? boolean
    : string
type Always<Parts> = {
  [K in keyof Parts]: Parts[K] extends { isRequired: true } | { kind: 'flag' } ? K : never
}[keyof Parts]
/** The value of a group, by the definitions of its parts. */
export type GroupValue<Parts> = { readonly [K in Always<Parts>]: PartValue<Parts[K]> } & {
  readonly [K in Exclude<keyof Parts, Always<Parts>>]?: PartValue<Parts[K]> | undefined
}
