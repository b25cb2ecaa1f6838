import { required } from '#shared/collections.ts'
import { type Currency, money } from '#shared/money.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'
import { quantityLimits } from '#modules/money/giving/rules/donation.ts'
import { priceOfPieces } from '#modules/money/giving/rules/level-price.ts'
import { type EnteredFieldsAt, storedOf } from '#modules/money/giving/rules/donor-field-values.ts'
import type { FieldsAt, StoredFieldName, StoredFields } from '#modules/money/giving/rules/donor-fields.ts'

/** An address with the field names of S1 §3, without empty fields. */
export type LineAddress = Readonly<Record<string, string>>

/** The donor fields that a line stores: those of its call, without the encrypted ones. */
type LineField = Extract<FieldsAt<'basketItem'>, StoredFieldName>
type LineFields = {
  readonly [N in LineField]: StoredFields[N] extends PostalAddress | null ? LineAddress | null : StoredFields[N]
}

type LineBundle = { readonly size: number; readonly amount: string }

/** One intended donation as stored. JSON; amounts are decimal strings of minor units. */
export type StoredLine = LineFields & {
  readonly id: string
  readonly campaignId: string
  /** The amount per piece. */
  readonly amount: string
  /** The price of a bundle of pieces of its level. */
  readonly bundle?: LineBundle
  readonly currency: Currency
  readonly original: { readonly amount: number; readonly currency: string } | null
  /** Base64 of the encrypted emergency contact and medical information (privacy-8). */
  readonly encryptedFields: string | null
  /** Ids of lines that joined this one; a payment in progress may be for them (`removePaidLines`). */
  readonly joined?: readonly string[]
}

export const linesMax = 50

/** Returns a level's own price in the form in which a line stores it. */
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

/** Returns the price of all pieces of a line. */
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

/** Returns the donor fields of a line under our names, for the rules. */
export const fieldsOfLine = ({ taxAddress, shippingAddress, ...line }: StoredLine): EnteredFieldsAt<'basketItem'> => ({
  ...(storedOf(line) as EnteredFieldsAt<'basketItem'>),
  taxAddress: fromWire(taxAddress ?? undefined),
  shippingAddress: fromWire(shippingAddress ?? undefined),
})

/**
 * Serializes a value with sorted names at every depth, because PostgreSQL reorders them. Older lines lack newer
 * fields.
 */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, value: unknown) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, part]) => part !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  )

/** Returns what must be equal in equal lines. The donation's source and the lines that joined it don't count. */
const comparableFields = ({
  id: _,
  quantity: __,
  source: ___,
  original: ____,
  joined: _____,
  ...rest
}: StoredLine): string => canonical(rest)

/**
 * Returns whether campaign, level, currency, flags, amount and donor fields are equal (baskets-2). Encrypted fields
 * and names of shares concern one person, so lines that have them stay separate.
 */
export const isSameLine = (a: StoredLine, b: StoredLine): boolean =>
  a.encryptedFields === null &&
  b.encryptedFields === null &&
  !a.qurbaniNames &&
  !b.qurbaniNames &&
  comparableFields(a) === comparableFields(b)

/**
 * Returns the index of the line that another one joins; -1 if none is equal or the sum would exceed the limit of one
 * donation.
 */
const findLineIndex = (lines: readonly StoredLine[], line: StoredLine): number =>
  lines.findIndex((lineItem) => isSameLine(lineItem, line) && lineItem.quantity + line.quantity <= quantityLimits.max)

/**
 * Adds a line to an equal one. Keeps as many joined ids as a basket may have lines, because no donor merges more
 * during one payment.
 */
const join = (into: StoredLine, line: StoredLine): StoredLine => ({
  ...into,
  quantity: into.quantity + line.quantity,
  joined: [...(into.joined ?? []), line.id, ...(line.joined ?? [])].slice(-linesMax),
})

/** Merges equal lines by adding their quantities. If the sum exceeds the limit of one donation, both stay. */
export function mergeLines(into: readonly StoredLine[], added: readonly StoredLine[]): StoredLine[] {
  const lines = [...into]
  for (const line of added) {
    const position = findLineIndex(lines, line)
    if (position < 0) lines.push(line)
    else lines[position] = join(required(lines[position]), line)
  }
  return lines
}

/** Adds a donation, which extends an equal line or becomes a new one; `lineId` is the id of that line. */
export function addLine(
  lines: readonly StoredLine[],
  line: StoredLine,
): { readonly lines: readonly StoredLine[]; readonly lineId: string } {
  const position = findLineIndex(lines, line)
  const equalLine = lines[position]
  if (!equalLine) return { lines: [...lines, line], lineId: line.id }
  return {
    lines: lines.with(position, { ...equalLine, quantity: equalLine.quantity + line.quantity }),
    lineId: equalLine.id,
  }
}
