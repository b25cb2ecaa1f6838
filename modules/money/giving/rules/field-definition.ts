import type { Asks } from '#modules/causes/campaigns/rules/level.ts'

/** The calls that take a donor's fields, each with its own spelling in the specification (S1 §3, S2 §3). */
export type Place = 'donation' | 'checkout' | 'checkoutLine' | 'basketItem' | 'subscription'
/** Who sees a stored field: the donor (history), a receipt, the organizer (list, export), everybody. */
export type Reader = 'donor' | 'receipt' | 'organizer' | 'public'

export type Text = {
  readonly kind: 'text'
  readonly max: number
  /** One line, tidied when it arrives. */
  readonly isLine?: true
  /** An entry a line, each tidied when it arrives. */
  readonly isList?: true
  /** A `name` must be visible and no formula, `free` text has no card number, a `typed` one is only measured. */
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
  /** `usual` is what a donation without the field is; it is stored as null and not shown. */
  | {
      readonly kind: 'choice'
      readonly options: readonly string[]
      readonly usual: string
      readonly readers: readonly Reader[]
    }

/** Form values on which it depends whether a field is offered. */
export type Offered = {
  readonly isAnonymous: boolean
  readonly isZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
}

export type Definition = Kind & {
  /** Its name in each call; a call without one doesn't take it. `guest.email`: inside a shape of its own. */
  readonly wire: { readonly [P in Place]?: string }
  /** Of `giving.donation`; `encrypted`: inside the encrypted column; null: written by something else. */
  readonly column: string | null
  /** Erased with the donor's data. */
  readonly isPersonal: boolean
  /** `own`: a component draws it; `section`: drawn from its definition; null: the form has none. */
  readonly control: 'own' | 'section' | null
  /** The id of its control, where that is not its name. */
  readonly controlId?: string
  /** Its giving level must ask for it; otherwise it is neither sent nor stored. */
  readonly levelAsks?: keyof Asks
  /** Whether the form offers it; otherwise it is not sent. */
  readonly isOffered?: (form: Offered) => boolean
  /** Of a plan's donations only the first has it. */
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
