import type { StoredLine } from './rules/line.ts'
import { basketsContract } from './contract.ts'

/** A line of 20.00 pounds to campaign 1, unless told otherwise. */
export const aStoredLine = (over: Partial<StoredLine> = {}): StoredLine => ({
  id: 'a',
  campaignId: '1',
  amount: '2000',
  currency: 'GBP',
  quantity: 1,
  levelId: null,
  isZakat: false,
  maximizeZakat: false,
  giftAid: false,
  taxReceipt: false,
  receiveUpdates: false,
  levelEmail: null,
  note: null,
  shippingAddress: null,
  taxAddress: null,
  source: null,
  original: null,
  sealed: null,
  ...over,
})

const item = basketsContract['POST /v4/checkout/guest/baskets/:basketId/items'].input.shape.item

/** What a donor would send: 20.00 pounds, once, unless told otherwise. */
export const anItem = (campaignId: bigint, over: object = {}) =>
  item.parse({ projectId: String(campaignId), amount: 2000, currency: 'GBP', ...over })
