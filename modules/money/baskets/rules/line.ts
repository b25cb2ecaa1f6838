import { required } from '#shared/collections.ts'
import { type Currency, money } from '#shared/money.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'
import { quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { type AskedAt, storedOf } from '#modules/money/giving/rules/donor-field-values.ts'
import type { FieldsAt, Stored, StoredFields } from '#modules/money/giving/rules/donor-fields.ts'

/** An address in the spelling of S1 §3, without its empty fields. */
export type LineAddress = Readonly<Record<string, string>>

/** What a line stores of the donor's fields: those that its call takes, without the encrypted ones. */
type LineField = Extract<FieldsAt<'basketItem'>, Stored>
type LineFields = {
  readonly [N in LineField]: StoredFields[N] extends PostalAddress | null ? LineAddress | null : StoredFields[N]
}

type LineBundle = { readonly size: number; readonly amount: string }

/** One intended gift as it is kept: JSON, amounts as decimal strings of minor units. */
export type StoredLine = LineFields & {
  readonly id: string
  readonly campaignId: string
  /** Of one piece. */
  readonly amount: string
  /** What so many pieces of its level cost together. */
  readonly bundle?: LineBundle
  readonly currency: Currency
  readonly original: { readonly amount: number; readonly currency: string } | null
  /** Base64 of the sealed emergency contact and medical information (privacy-8). */
  readonly encryptedFields: string | null
  /** The ids of lines that joined it: a payment that is under way may be for them (`linesLeft`). */
  readonly joined?: readonly string[]
}

export const linesMax = 50

/** A level's own price as a line stores it. */
export const priceOfLevel = ({
  amount,
  bundle,
}: {
  readonly amount: bigint
  readonly bundle: { readonly size: number; readonly amount: bigint } | null
}) => ({
  amount: String(amount),
  ...(bundle ? { bundle: { size: bundle.size, amount: String(bundle.amount) } } : {}),
})

/** What all pieces of a line cost. */
export const totalOfLine = ({
  amount,
  quantity,
  currency,
  bundle,
}: Pick<StoredLine, 'amount' | 'quantity' | 'currency' | 'bundle'>): bigint => {
  const inCurrency = (minor: string) => money(BigInt(minor), currency)
  return priceOfPieces(inCurrency(amount), quantity, bundle && { size: bundle.size, amount: inCurrency(bundle.amount) })
    .amount
}

/** The donor's fields of a line by our names, as rules judge them. */
export const fieldsOfLine = ({ taxAddress, shippingAddress, ...line }: StoredLine): AskedAt<'basketItem'> => ({
  ...(storedOf(line) as AskedAt<'basketItem'>),
  taxAddress: fromWire(taxAddress ?? undefined),
  shippingAddress: fromWire(shippingAddress ?? undefined),
})

/** Names in one order at every depth: the database keeps its own. Lines of before a field was defined lack it. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, of: unknown) =>
    typeof of === 'object' && of !== null
      ? Object.fromEntries(
          Object.entries(of)
            .filter(([, part]) => part !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : of,
  )

/** Where the gift was found says nothing of the gift, nor does which lines it was put together from. */
const essence = ({ id: _, quantity: __, source: ___, original: ____, joined: _____, ...rest }: StoredLine): string =>
  canonical(rest)

/**
 * The same campaign, level, currency, flags and amount, and the same said with it (baskets-2). What is sealed, or names
 * a share, is of one person, so such lines stay apart.
 */
export const isSameLine = (a: StoredLine, b: StoredLine): boolean =>
  a.encryptedFields === null && b.encryptedFields === null && !a.qurbaniNames && !b.qurbaniNames && essence(a) === essence(b)

/**
 * The line that another one joins; -1: it stays by itself, because none equals it or together they would be more than
 * one gift may have.
 */
const placeIn = (lines: readonly StoredLine[], line: StoredLine): number =>
  lines.findIndex((each) => isSameLine(each, line) && each.quantity + line.quantity <= quantityLimits.max)

/**
 * As many are told apart as a basket has lines: whoever joins more of them while one payment is under way is no donor.
 */
const join = (into: StoredLine, line: StoredLine): StoredLine => ({
  ...into,
  quantity: into.quantity + line.quantity,
  joined: [...(into.joined ?? []), line.id, ...(line.joined ?? [])].slice(-linesMax),
})

/**
 * Equal lines become one by adding their quantities; where that would be more than one gift may have, both stay.
 * Nothing is lost.
 */
export function mergeLines(into: readonly StoredLine[], added: readonly StoredLine[]): StoredLine[] {
  const lines = [...into]
  for (const line of added) {
    const at = placeIn(lines, line)
    if (at < 0) lines.push(line)
    else lines[at] = join(required(lines[at]), line)
  }
  return lines
}

/**
 * A gift that was in no basket before: it grows the line that it equals, else it is a line of its own. `lineId`: of
 * that one.
 */
export function addLine(
  lines: readonly StoredLine[],
  line: StoredLine,
): { readonly lines: readonly StoredLine[]; readonly lineId: string } {
  const at = placeIn(lines, line)
  const standing = lines[at]
  if (!standing) return { lines: [...lines, line], lineId: line.id }
  return { lines: lines.with(at, { ...standing, quantity: standing.quantity + line.quantity }), lineId: standing.id }
}
