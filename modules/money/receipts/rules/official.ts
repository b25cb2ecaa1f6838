import { compare, type Money, subtract, zero, fromMajor } from '#shared/money.ts'
import type { Regime } from './serial.ts'

/**
 * `gift` is the part for the charity: never the tip, which goes to the platform (receipts-9). `benefit` is the fair
 * value of the donor's benefit.
 */
export type ReceiptedDonation = { readonly gift: Money; readonly benefit: Money }

/** What a US receipt must say (IRS Pub. 1771). Gifts are never summed: each is judged alone (receipts-5). */
export type UsStatement = {
  /** The gift less its benefit. */
  readonly deductible: Money
  /** From 250: the written acknowledgment, with the sentence on goods and services. */
  readonly isAcknowledgment: boolean
  /** Above 75 with a benefit: only the excess is deductible, and the value of the benefit. */
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

/** What a Canadian receipt must say of an advantage (CRA split receipting). */
export type CaStatement =
  | {
      readonly isReceiptable: true
      readonly eligible: Money
      /** Zero when it is too small to count. */ readonly advantage: Money
    }
  /** More than 80 % of the gift came back: it is no gift in law. */
  | { readonly isReceiptable: false }

export function caStatement({ gift, benefit }: ReceiptedDonation): CaStatement {
  if (benefit.amount * 10n > gift.amount * 8n) return { isReceiptable: false }
  const isNominal = benefit.amount * 10n <= gift.amount && compare(benefit, whole('75', gift)) <= 0
  const advantage = isNominal ? zero(gift.currency) : benefit
  return { isReceiptable: true, eligible: subtract(gift, advantage), advantage }
}

/** The facts that decide whether a receipt is official. */
export type ReceiptData = ReceiptedDonation & {
  readonly regime: Regime
  /** The donor requested a tax receipt. */
  readonly taxReceipt: boolean
  /** Does not make a receipt official: a plain one repeats the declaration. */
  readonly giftAid?: boolean
  /** Name and address of the donor are known. */
  readonly hasTaxAddress: boolean
  /** Given outside the platform, so we issue no official receipt (receipts-10). */
  readonly isOffline: boolean
}

/**
 * Every gift has a receipt: official if the issuer's country has one and the gift qualifies, plain otherwise
 * (receipts-1).
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
    // The United Kingdom has no official receipt: HMRC requires a Gift Aid declaration, and a plain receipt repeats it
    // (receipts-7).
    case 'uk':
    case 'plain':
      return 'plain'
  }
}

/** The law's figures, in the currency of the gift. */
const whole = (major: string, like: Money): Money => fromMajor(major, like.currency)
const floorAtZero = (amount: Money): Money => (amount.amount < 0n ? zero(amount.currency) : amount)
