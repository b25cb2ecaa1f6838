import { noFields, pickAt } from '#modules/money/giving/rules/donor-field-values.ts'
import type { StoredLine } from './rules/line.ts'
import { basketsContract } from './contract.ts'

/** A line of 20.00 pounds to campaign 1, unless told otherwise. */
export const aStoredLine = (over: Partial<StoredLine> = {}): StoredLine => ({
  id: 'a',
  campaignId: '1',
  amount: '2000',
  currency: 'GBP',
  ...pickAt('basketItem', noFields),
  taxAddress: null,
  shippingAddress: null,
  original: null,
  encryptedFields: null,
  ...over,
})

const item = basketsContract['POST /v4/checkout/guest/baskets/:basketId/items'].input.shape.item

/** What a donor would send: 20.00 pounds, once, unless told otherwise. */
export const anItem = (campaignId: bigint, over: object = {}) =>
  item.parse({ projectId: String(campaignId), amount: 2000, currency: 'GBP', ...over })
