import { compare, type Money, subtract, zero, fromMajor } from '#shared/money.ts'
import type { Regime } from './serial.ts'

/**
 * A donation for a receipt. `gift` is the charity's part, never the tip (receipts-9); `benefit` is the fair value of
 * the donor's benefit.
 */
export type ReceiptedDonation = { readonly gift: Money; readonly benefit: Money }

/** What a US receipt must state (IRS Pub. 1771). Donations are never added up, each is assessed alone (receipts-5). */
export type UsStatement = {
  /** The donation less its benefit. */
  readonly deductible: Money
  /** From 250: a written acknowledgment with the sentence on goods and services. */
  readonly isAcknowledgment: boolean
  /** Above 75 with a benefit: states that only the excess is deductible, and the value of the benefit. */
  readonly hasQuidProQuoDisclosure: boolean
  readonly hasBenefit: boolean
}

export function usStatement({ gift, benefit }: ReceiptedDonation): UsStatement {
  const hasBenefit = benefit.amount > 0n
  return {
    deductible: floorAtZero(subtract(gift, benefit)),
    isAcknowledgment: compare(gift, whole('250', gift)) >= 0,
    hasQuidProQuoDisclosure: hasBenefit && compare(gift, whole('75', gift)) > 0,
    hasBenefit,
  }
}

/** The law's own sentence (IRC 170(f)(8)). */
export const noGoodsOrServices = 'No goods or services were provided in exchange for this contribution.'

/** What a Canadian receipt must state about an advantage (CRA split receipting). */
export type CaStatement =
  | {
      readonly isReceiptable: true
      readonly eligible: Money
      /** Zero when it is too small to count. */ readonly advantage: Money
    }
  /** The advantage is more than 80 % of the donation, so it isn't a gift in law. */
  | { readonly isReceiptable: false }

export function caStatement({ gift, benefit }: ReceiptedDonation): CaStatement {
  if (benefit.amount * 10n > gift.amount * 8n) return { isReceiptable: false }
  const isNominal = benefit.amount * 10n <= gift.amount && compare(benefit, whole('75', gift)) <= 0
  const advantage = isNominal ? zero(gift.currency) : benefit
  return { isReceiptable: true, eligible: subtract(gift, advantage), advantage }
}

/** The data that decides whether a receipt is official. */
export type ReceiptData = ReceiptedDonation & {
  readonly regime: Regime
  /** Whether the donor requested a tax receipt. */
  readonly taxReceipt: boolean
  /** Doesn't make a receipt official; a plain one repeats the declaration. */
  readonly giftAid?: boolean
  /** Whether name and address of the donor are known. */
  readonly hasTaxAddress: boolean
  /** Received outside the platform, so we issue no official receipt (receipts-10). */
  readonly isOffline: boolean
}

/**
 * Returns the kind of a donation's receipt: official if the issuer's country has one and the donation qualifies,
 * otherwise plain (receipts-1).
 */
export function receiptKind(receiptData: ReceiptData): 'official' | 'plain' {
  if (receiptData.isOffline) return 'plain'
  switch (receiptData.regime) {
    case 'us':
      return 'official'
    case 'ca':
      return receiptData.taxReceipt && receiptData.hasTaxAddress && caStatement(receiptData).isReceiptable
        ? 'official'
        : 'plain'
    // The United Kingdom has no official receipt. HMRC requires a Gift Aid declaration, and a plain receipt repeats
    // it (receipts-7).
    case 'uk':
    case 'plain':
      return 'plain'
  }
}

/** Returns a figure of the law as an amount in the donation's currency, without conversion. */
const whole = (major: string, like: Money): Money => fromMajor(major, like.currency)
const floorAtZero = (amount: Money): Money => (amount.amount < 0n ? zero(amount.currency) : amount)
