import { addMonths } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'

/**
 * What a declaration is for: one donation; the day's and later ones; or those of the past four years and later ones
 * (gift-aid-1).
 */
export type DeclarationScope = 'donation' | 'later' | 'past_and_later'

/** A declaration of the donor of a donation. Days are days in the United Kingdom. */
export type Declaration = {
  readonly id: string
  readonly scope: DeclarationScope
  /** The only donation that a declaration of scope `donation` covers. */
  readonly donationId: string | null
  readonly declaredAt: Date
  /** First covered day; null for one donation. */
  readonly coversFrom: LocalDate | null
  /** First day that isn't covered any more; null: not ended. */
  readonly coversUntil: LocalDate | null
  /** Whether an anonymous donor still has to agree that the charity gets their name and address (gift-aid-6). */
  readonly isUnconfirmed: boolean
}

/** Returns the day in London, which HMRC uses. */
export const ukDayOf = (instant: Date): LocalDate => localDateIn('Europe/London', instant)

/**
 * Returns the first day that a declaration covers: the same calendar day four years before, or 28 February for a 29th
 * (gift-aid-1). `donation` has none.
 */
export function coversFromOf(scope: DeclarationScope, declaredOn: LocalDate): LocalDate | null {
  if (scope === 'donation') return null
  return scope === 'later' ? declaredOn : addMonths(declaredOn, -48)
}

/** Returns whether a declaration covers a donation of the same declarer to the same charity. */
export function isCoveredBy(
  donation: { readonly id: string; readonly givenOn: LocalDate },
  declaration: Declaration,
): boolean {
  if (declaration.isUnconfirmed) return false
  if (declaration.scope === 'donation') return declaration.donationId === donation.id
  return (
    declaration.coversFrom !== null &&
    donation.givenOn >= declaration.coversFrom &&
    (declaration.coversUntil === null || donation.givenOn < declaration.coversUntil)
  )
}

/**
 * Returns the declaration that counts for a donation: the newest of those that cover it; of two of the same instant,
 * the wider one. Undefined for a donation that its donor excluded (gift-aid-2, gift-aid-3).
 */
export function findCoveringDeclaration(
  donation: { readonly id: string; readonly givenOn: LocalDate; readonly isExcluded: boolean },
  declarations: readonly Declaration[],
): Declaration | undefined {
  if (donation.isExcluded) return undefined
  return declarations
    .filter((declaration) => isCoveredBy(donation, declaration))
    .toSorted(
      (a, b) => b.declaredAt.getTime() - a.declaredAt.getTime() || rank(b) - rank(a) || (a.id < b.id ? -1 : 1),
    )[0]
}

const scopes: readonly DeclarationScope[] = ['donation', 'later', 'past_and_later']
const rank = ({ scope }: Declaration): number => scopes.indexOf(scope)

/**
 * Returns whether a declaration can end on a day, from which it covers nothing more. It never ends backwards: not
 * before today, nor before its first day, and an ended one stays ended (gift-aid-4).
 */
export const canEndOn = (
  declaration: Pick<Declaration, 'scope' | 'coversFrom' | 'coversUntil'>,
  { day, today }: { readonly day: LocalDate; readonly today: LocalDate },
): boolean =>
  declaration.scope !== 'donation' &&
  declaration.coversUntil === null &&
  day >= today &&
  declaration.coversFrom !== null &&
  day >= declaration.coversFrom
