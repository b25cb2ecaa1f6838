import { type Currency, money, zero } from '#shared/money.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import {
  type RequesterScopes,
  requesterScopes,
  checkLine,
  encryptFields,
  type ConfidentialFields,
  decryptFields,
  type GivingPorts,
} from '#modules/money/giving/index.ts'
import { fromPayload, pickStoredFields, toStored } from '#modules/money/giving/rules/donor-field-values.ts'
import { donorQuestionsOf } from '#modules/causes/campaigns/rules/level.ts'
import type { WireAddress } from '#modules/platform/addresses/contract.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { AddedView, BasketItem, BasketView } from './contract-basket.ts'
import { changeBasket, withTip } from './edit-basket.ts'
import { itemFields, rejectUnasked } from './check-item.ts'
import { notFound, findOwnBasket, type BasketKey } from './open-basket.ts'
import { basketRequestKeyOf, isRepeatedRequest } from './request-key.ts'
import type { Basket } from './basket-queries.ts'
import { currencyWithLine } from './rules/currency.ts'
import { addLine, type LineAddress, linesMax, mergeLines, priceOfLevel, type StoredLine } from './rules/line.ts'
import { basketViewOf } from './view.ts'

type Version = { readonly version?: number | undefined }
type Added = BasketKey & Version & { readonly item: BasketItem; readonly basketTip?: number | undefined }
type Changed = Added & { readonly basketItemId: string; readonly basketCurrency?: Currency | undefined }

/**
 * Adds an item (S1 §7 "Add item to basket") after the checks of a single donation; an equal line is extended instead
 * (baskets-2). A repeated key adds nothing and returns the current basket.
 */
export async function addBasketItem(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  added: Added,
): Promise<AddedView> {
  const requestKey = basketRequestKeyOf(context.idempotencyKey, {
    item: added.item,
    basketTip: added.basketTip,
    version: added.version,
  })
  // The item and the basket are read at the same time, but a missing basket is reported before faults of the item.
  const judged = lineOf(ports, requesterScopes(viewer, context), added.item, ports.newId(), {})
  judged.catch(() => undefined)
  const read = await findOwnBasket(ports, viewer, added, requestKey)
  // A repeated addition isn't checked again, because the campaign may have ended or the level sold out since.
  if (isRepeatedRequest(read, requestKey)) return addedView(ports, read)
  const line = await judged
  const add = (basket: Basket): Basket => {
    const { lines, lineId } = addLine(basket.lines, line)
    // A donation that extends a line needs no new one. After login a basket may have more lines than the limit.
    if (lines.length > Math.max(linesMax, basket.lines.length))
      throw new Problem('validation', 'basket-full', { params: { max: linesMax } })
    return {
      ...withTip(basket, added.basketTip, currencyWithLine(basket, line.currency), 'basketTip'),
      lines,
      added: { lineId, requestKey },
    }
  }
  return addedView(ports, await changeBasket(ports, viewer, added, add, { read, requestKey, keepsLines: true }))
}

/** Returns the basket after an addition. The donation's line may have joined another one since. */
async function addedView(ports: GivingPorts, basket: Basket): Promise<AddedView> {
  const { lineId } = basket.added!
  const line = basket.lines.find(({ id, joined }) => id === lineId || joined?.includes(lineId))
  return { ...(await basketViewOf(ports, basket)), addedItemId: line?.id ?? lineId }
}

/**
 * Replaces an item (S1 §7 "Update basket item"); if the line then equals another one, it joins that. Encrypted fields
 * are kept unless they are sent.
 */
export async function updateBasketItem(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  change: Changed,
): Promise<BasketView> {
  const read = await findOwnBasket(ports, viewer, change)
  const old = read.lines.find((line) => line.id === change.basketItemId)
  if (!old) return basketViewOf(ports, await changeBasket(ports, viewer, change, rejectMissingLine, { read }))
  const isSameLevel = old.campaignId === change.item.projectId && old.levelId === (change.item.givingLevelId ?? null)
  const line = await lineOf(
    ports,
    requesterScopes(viewer, context),
    change.item,
    old.id,
    isSameLevel && old.encryptedFields ? decryptFields(ports.fieldKey, Buffer.from(old.encryptedFields, 'base64')) : {},
  )
  const replace = (basket: Basket): Basket => {
    if (!basket.lines.some((lineItem) => lineItem.id === line.id)) throw notFound()
    const replaced = basket.lines.map((lineItem) =>
      lineItem.id === line.id ? { ...line, ...(lineItem.joined ? { joined: lineItem.joined } : {}) } : lineItem,
    )
    const isCurrencyChosen = basket.isCurrencyChosen || change.basketCurrency !== undefined
    return {
      ...withTip(basket, change.basketTip, change.basketCurrency, 'basketTip'),
      isCurrencyChosen,
      lines: mergeLines([], replaced),
    }
  }
  return basketViewOf(ports, await changeBasket(ports, viewer, change, replace, { read }))
}

/**
 * Reports a missing line. Runs after the version check, so that an outdated version is refused with the current
 * basket (baskets-3).
 */
const rejectMissingLine = (): never => {
  throw notFound()
}

export async function removeItem(
  ports: GivingPorts,
  viewer: Viewer,
  removal: BasketKey & Version & { basketItemId: string },
): Promise<BasketView> {
  const without = await changeBasket(ports, viewer, removal, (basket) => {
    if (!basket.lines.some((line) => line.id === removal.basketItemId)) throw notFound()
    const lines = basket.lines.filter((line) => line.id !== removal.basketItemId)
    // The tip was for these donations and isn't carried over to the next one.
    return { ...basket, lines, tip: lines.length > 0 ? basket.tip : 0n }
  })
  return basketViewOf(ports, without)
}

async function lineOf(
  ports: GivingPorts,
  requester: RequesterScopes,
  item: BasketItem,
  id: string,
  confidentialFields: ConfidentialFields,
): Promise<StoredLine> {
  const currency = item.currency
  const fields = fromPayload('basketItem', item)
  const confidential = {
    emergencyContact: fields.emergencyContact ?? confidentialFields.emergencyContact,
    medicalInformation: fields.medicalInformation ?? confidentialFields.medicalInformation,
  }
  const level = await itemFields(
    'item',
    checkLine(ports, requester, item.projectId, {
      ...fields,
      ...confidential,
      amount: money(BigInt(item.amount), currency),
      tip: zero(currency),
    }),
  )
  const asks = donorQuestionsOf(level)
  if (level) await rejectUnasked('item', fields, asks)
  const stored = toStored(fields, asks)
  return {
    ...pickStoredFields('basketItem', stored),
    id,
    campaignId: item.projectId,
    ...(level && level.amount > 0n ? priceOfLevel(level) : { amount: String(item.amount) }),
    currency,
    shippingAddress: stored.shippingAddress && removeEmptyFields(item.shippingAddress),
    taxAddress: item.isGiftAid || item.isTaxDeductible ? removeEmptyFields(item.taxAddress) : null,
    original: item.metadata ? { amount: item.metadata.originalAmount, currency: item.metadata.originalCurrency } : null,
    encryptedFields: encryptFields(ports, asks, confidential),
  }
}

/** Removes empty fields of an address (S1 §5). */
const removeEmptyFields = (address: WireAddress | undefined): LineAddress | null => {
  const entries = Object.entries(address ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return entries.length > 0 ? Object.fromEntries(entries) : null
}
