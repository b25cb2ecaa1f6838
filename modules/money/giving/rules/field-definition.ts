import type { DonorQuestions } from '#modules/causes/campaigns/rules/level.ts'

/** The calls that take donor fields, each with its own spelling in the specification (S1 §3, S2 §3). */
export type Place = 'donation' | 'checkout' | 'checkoutLine' | 'basketItem' | 'subscription'
/** Who sees a stored field: the donor (history), a receipt, the organizer (list, export), the public. */
export type Reader = 'donor' | 'receipt' | 'organizer' | 'public'

export type Text = {
  readonly kind: 'text'
  readonly max: number
  /** One line, tidied on input. */
  readonly isLine?: true
  /** One entry per line, each tidied on input. */
  readonly isList?: true
  /**
   * The check of the text: a `name` must be visible and not a formula, `free` text can't contain a card number, and
   * of a `typed` one and a `phone` only the length is checked. A `phone` is stored normalized (amounts-17).
   */
  readonly check: 'name' | 'free' | 'email' | 'phone' | 'typed'
}
export type FieldPart = (
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
  /** Parsed and priced by rules of its own, in the unit of its call. */
  | { readonly kind: 'amount' }
  | (Text & { readonly readers?: readonly Reader[] })
  | { readonly kind: 'address'; readonly needsStreet?: true }
  | { readonly kind: 'group'; readonly parts: Readonly<Record<string, FieldPart>> }
  /** `usual` is the default value; it is stored as null and shown only if the level asks for the field. */
  | {
      readonly kind: 'choice'
      readonly options: readonly string[]
      readonly usual: string
      readonly readers: readonly Reader[]
    }

/** The form values that decide whether a field is offered. */
export type FieldOffer = {
  readonly isAnonymous: boolean
  readonly isZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
}

export type Definition = Kind & {
  /** The field's name in each call that accepts it. A dotted name, such as `guest.email`, is in a nested shape. */
  readonly wire: { readonly [P in Place]?: string }
  /**
   * The column of `giving.donation`; `encrypted` is inside the encrypted column; null means that other code stores
   * it.
   */
  readonly column: string | null
  /** Whether it is erased with the donor's data. */
  readonly isPersonal: boolean
  /** `own` has its own component, `section` is generated from the definition, null isn't in the form. */
  readonly control: 'own' | 'section' | null
  /** The id of the control if it differs from the field's name. */
  readonly controlId?: string
  /** The field is sent and stored only if the level asks for it. */
  readonly levelAsks?: keyof DonorQuestions
  /** Returns whether the form offers the field; otherwise it isn't sent. */
  readonly isOffered?: (form: FieldOffer) => boolean
  /** Only a plan's first donation has it. */
  readonly isOnce?: true
  /** The part that must be true for the public to see the field. */
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
/** The value of a group, derived from the definitions of its parts. */
export type GroupValue<Parts> = { readonly [K in Always<Parts>]: PartValue<Parts[K]> } & {
  readonly [K in Exclude<keyof Parts, Always<Parts>>]?: PartValue<Parts[K]> | undefined
}
