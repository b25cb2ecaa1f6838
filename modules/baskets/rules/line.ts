import { quantityLimits } from '#modules/giving/rules/donation.ts'

/** An address in the spelling of S1 §3, without its empty fields. */
export type LineAddress = Readonly<Record<string, string>>

/** One intended gift as it is kept: JSON, amounts as decimal strings of minor units. */
export type StoredLine = {
  readonly id: string
  readonly campaignId: string
  /** Of one piece. */
  readonly amount: string
  readonly currency: string
  readonly quantity: number
  readonly levelId: string | null
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  readonly receiveUpdates: boolean
  readonly levelEmail: string | null
  readonly note: string | null
  readonly shippingAddress: LineAddress | null
  readonly taxAddress: LineAddress | null
  readonly source: string | null
  /** A referral code. Gifts that came through different ones stay apart. */
  readonly referredDonor?: string
  readonly original: { readonly amount: number; readonly currency: string } | null
  /** Base64 of the sealed emergency contact and medical information (decisions.md 43). */
  readonly sealed: string | null
}

export const linesMax = 50

export const totalOfLine = (line: Pick<StoredLine, 'amount' | 'quantity'>): bigint => BigInt(line.amount) * BigInt(line.quantity)

/** Names in one order at every depth: the database keeps its own. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, of: unknown) =>
    typeof of === 'object' && of !== null ? Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1))) : of,
  )

/** Where the gift was found says nothing of the gift. */
const essence = ({ id: _, quantity: __, source: ___, original: ____, ...rest }: StoredLine): string => canonical(rest)

/**
 * The same campaign, level, currency, flags and amount, and the same said with it (decisions.md 45). What is sealed is of one person, so
 * such lines stay apart.
 */
export const isSameLine = (a: StoredLine, b: StoredLine): boolean => a.sealed === null && b.sealed === null && essence(a) === essence(b)

/** Equal lines become one by adding their quantities; where that would be more than one gift may have, both stay. Nothing is lost. */
export function mergeLines(into: readonly StoredLine[], added: readonly StoredLine[]): StoredLine[] {
  const lines = [...into]
  for (const line of added) {
    const at = lines.findIndex((each) => isSameLine(each, line) && each.quantity + line.quantity <= quantityLimits.max)
    if (at < 0) lines.push(line)
    else lines[at] = { ...lines[at]!, quantity: lines[at]!.quantity + line.quantity }
  }
  return lines
}
