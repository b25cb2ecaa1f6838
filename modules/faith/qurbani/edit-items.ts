import type { LocalDate } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { allZones } from '#shared/zones.ts'
import { addLevel, changeLevel, lockEdited } from '#modules/causes/campaigns/index.ts'
import { hiddenFlag } from '#modules/causes/campaigns/rules/level.ts'
import { addHijriMonths } from '#modules/faith/zakat/rules/tracking/anniversaries.ts'
import { allCountryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { record } from '#modules/platform/audit/index.ts'
import { maximumAmount } from '#modules/platform/currencies/rules/amounts.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { findItem, insertItem, isSameItem, type Item, listItems, updateStoredItem } from './item-queries.ts'
import type { QurbaniPorts } from './ports.ts'
import { sharesPerAnimal, sharesPerPiece } from './rules/animals.ts'
import { orderWindow } from './rules/order-window.ts'
import { type ItemForm, type ItemValues, readItem } from './rules/read-item.ts'
import { sharePrice } from './rules/share-price.ts'

/** The campaign whose items are edited, and the editor; the caller has checked the permission. */
export type ItemEditing = {
  readonly campaignId: bigint
  readonly viewer: Pick<AccountViewer, 'accountId'>
  readonly context: Pick<RequestContext, 'ip'>
}

/** Adds an item. Its level has the price of one piece and as many pieces as the capacity allows. */
export async function addQurbaniItem(ports: QurbaniPorts, editing: ItemEditing, form: ItemForm): Promise<bigint> {
  return ports.write(async (tx) => {
    const item = await readForm(ports, tx, editing.campaignId, form)
    const others = await listItems(tx, { campaignId: editing.campaignId, hijriYear: item.hijriYear })
    if (others.some((other) => isSameItem(other, item))) throw new Problem('conflict', 'qurbani-item-exists')
    const levelId = await writeItem(ports, tx, editing, item)
    await recordAct(ports, tx, editing, 'qurbani.item-added', { item: String(levelId) })
    return levelId
  })
}

/**
 * Changes an item. Its capacity can't fall below the ordered pieces, and an item with orders keeps its year, country,
 * animal and unit. An outdated `version` is rejected.
 */
export async function changeItem(
  ports: QurbaniPorts,
  editing: ItemEditing,
  { levelId, version, form }: { readonly levelId: bigint; readonly version: number; readonly form: ItemForm },
): Promise<void> {
  const { campaignId } = editing
  await ports.write(async (tx) => {
    const item = await readForm(ports, tx, campaignId, form)
    const itemTimes = await findItem(tx, { campaignId, levelId })
    if (!itemTimes) throw new Problem('not-found', 'qurbani-item-not-found')
    if (itemTimes.version !== version) throw new Problem('conflict', 'qurbani-item-changed')
    if (itemTimes.claimed + itemTimes.reserved > 0 && !keepsOrdered(itemTimes, item))
      throw new Problem('conflict', 'qurbani-item-ordered')
    const others = await listItems(tx, { campaignId, hijriYear: item.hijriYear })
    if (others.some((other) => other.levelId !== levelId && isSameItem(other, item)))
      throw new Problem('conflict', 'qurbani-item-exists')
    if (!(await changeLevel(tx, { campaignId, levelId }, levelColumnsOf(item))))
      throw new Problem('conflict', 'qurbani-capacity-below-orders')
    await updateStoredItem(tx, { campaignId, levelId, item, at: ports.clock() })
    await recordAct(ports, tx, editing, 'qurbani.item-changed', { item: String(levelId) })
  })
}

/**
 * Copies the offered items of a year to the next one, opening on the same Hijri day. Existing items are kept. Returns
 * the number added.
 */
export async function copyItems(ports: QurbaniPorts, editing: ItemEditing, fromYear: number): Promise<number> {
  const { campaignId } = editing
  const hijriYear = fromYear + 1
  return ports.write(async (tx) => {
    await lockCampaign(tx, campaignId)
    const known = await listItems(tx, { campaignId, hijriYear })
    const copies = (await listItems(tx, { campaignId, hijriYear: fromYear }))
      .filter(({ isOffered }) => isOffered)
      .map((item) => ({ ...item, hijriYear, opensOn: sameHijriDay(item.opensOn, hijriYear - fromYear) }))
      .filter((copy) => !known.some((item) => isSameItem(item, copy)))
    for (const copy of copies) await writeItem(ports, tx, editing, copy)
    if (copies.length > 0)
      await recordAct(ports, tx, editing, 'qurbani.items-copied', { year: hijriYear, items: copies.length })
    return copies.length
  })
}

const sameHijriDay = (day: LocalDate, years: number): LocalDate => addHijriMonths(day, 12 * years)

const keepsOrdered = (itemTimes: Item, item: ItemValues): boolean =>
  itemTimes.hijriYear === item.hijriYear &&
  itemTimes.country === item.country &&
  itemTimes.animal === item.animal &&
  itemTimes.unit === item.unit

/** Locks the campaign's row, so that two editors don't add the same item concurrently. */
async function lockCampaign(tx: Tx, campaignId: bigint) {
  const campaign = await lockEdited(tx, campaignId)
  if (!campaign) throw new Problem('not-found', 'campaign-not-found')
  return campaign
}

async function readForm(ports: QurbaniPorts, tx: Tx, campaignId: bigint, form: ItemForm): Promise<ItemValues> {
  const { currency } = await lockCampaign(tx, campaignId)
  const item = readItem(form, {
    currency,
    maximum: maximumAmount(currency),
    countries: allCountryCodes,
    zones: allZones(),
  })
  if (item.faults) throw new Problem('validation', 'invalid-input', { fields: item.faults })
  const { opensAt, closesAt } = orderWindow(item.item, await ports.hijriMonthsOf(tx, item.item.calendar))
  if (opensAt >= closesAt)
    throw new Problem('validation', 'invalid-input', { fields: { opensOn: { code: 'qurbani-opens-after-close' } } })
  return item.item
}

/**
 * Returns the columns of the item's level, which counts pieces: shares, or whole animals. The shares of an animal cost
 * the animal's price (qurbani-2). Only offered items can be ordered.
 */
function levelColumnsOf(item: ItemValues) {
  const shares = sharesPerPiece(item)
  const pieces = sharesPerAnimal(item.animal) / shares
  return {
    title: item.title,
    amount: pieces === 1 ? item.animalPrice.amount : sharePrice(item).amount,
    bundle_size: pieces === 1 ? null : pieces,
    bundle_amount: pieces === 1 ? null : item.animalPrice.amount,
    shares,
    claim_limit: (item.capacity ?? 0) * pieces,
    flags: item.isOffered ? 0 : hiddenFlag,
  }
}

async function writeItem(ports: QurbaniPorts, tx: Tx, { campaignId }: ItemEditing, item: ItemValues): Promise<bigint> {
  const columns = levelColumnsOf(item)
  const levelId = await addLevel(tx, {
    campaign_id: campaignId,
    position: 0,
    kind: 'qurbani',
    ...columns,
  })
  await insertItem(tx, { campaignId, levelId, item, at: ports.clock() })
  return levelId
}

const recordAct = (
  ports: QurbaniPorts,
  tx: Tx,
  { campaignId, viewer, context }: ItemEditing,
  act: string,
  details: Record<string, string | number>,
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act,
    object: `campaign:${campaignId}`,
    at: ports.clock(),
    ip: context.ip,
    details,
  })
