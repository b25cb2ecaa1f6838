import { emptyFields, pickStoredFields } from '#modules/money/giving/rules/donor-field-values.ts'
import type { StoredLine } from './rules/line.ts'
import { basketsContract } from './contract.ts'

/** A line of £20.00 for campaign 1; `over` replaces parts of it. */
export const aStoredLine = (over: Partial<StoredLine> = {}): StoredLine => ({
  id: 'a',
  campaignId: '1',
  amount: '2000',
  currency: 'GBP',
  ...pickStoredFields('basketItem', emptyFields),
  taxAddress: null,
  shippingAddress: null,
  original: null,
  encryptedFields: null,
  ...over,
})

const item = basketsContract['POST /v4/checkout/guest/baskets/:basketId/items'].input.shape.item

/** A donor's item of £20.00 with one piece; `over` replaces parts of it. */
export const anItem = (campaignId: bigint, over: object = {}) =>
  item.parse({ projectId: String(campaignId), amount: 2000, currency: 'GBP', ...over })
