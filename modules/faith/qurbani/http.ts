import type { Handlers, RequestContext } from '#shared/endpoint.ts'
import { assertNotOwnCharity, campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { accountOf, type AccountViewer, type Viewer } from '#modules/platform/identity/index.ts'
import type { QurbaniItemView, qurbaniContract, QurbaniOfferView } from './contract.ts'
import { addQurbaniItem, changeItem, copyItems, type ItemEditing } from './edit-items.ts'
import {
  currentHijriYear,
  type DatedItem,
  getItem,
  getOffer,
  listItemCampaigns,
  listOffers,
  listYear,
  type Offer,
} from './list-items.ts'
import type { QurbaniPorts } from './ports.ts'
import { sharesPerAnimal, sharesPerPiece } from './rules/animals.ts'
import { windowState } from './rules/order-window.ts'
import type { ItemForm } from './rules/read-item.ts'
import { sharePrice } from './rules/share-price.ts'

function offerView({ item, window }: DatedItem, now: Date): QurbaniOfferView {
  const shares = sharesPerAnimal(item.animal)
  const pieces = item.capacity === null ? null : (item.capacity * shares) / sharesPerPiece(item)
  return {
    id: String(item.levelId),
    title: item.title,
    hijriYear: item.hijriYear,
    country: item.country,
    animal: item.animal,
    unit: item.unit,
    currency: item.animalPrice.currency,
    animalPrice: item.animalPrice.amount,
    sharePrice: sharePrice(item).amount,
    sharesPerAnimal: shares,
    partner: item.partner,
    isSponsored: item.isSponsored,
    timeZone: item.timeZone,
    remaining: pieces === null ? null : Math.max(0, pieces - item.claimed - item.reserved),
    state: windowState(window, now),
    opensAt: window.opensAt,
    closesAt: window.closesAt,
    performedFrom: window.performedFrom,
    performedUntil: window.performedUntil,
    isAnnounced: window.isAnnounced,
  }
}

const campaignOfferView = (offer: Offer, now: Date) => ({ ...offerView(offer, now), campaign: offer.campaign })

const itemView = (dated: DatedItem, now: Date): QurbaniItemView => ({
  ...offerView(dated, now),
  version: dated.item.version,
  capacity: dated.item.capacity,
  isOffered: dated.item.isOffered,
  calendar: dated.item.calendar,
  opensOn: dated.item.opensOn,
  lastDay: dated.item.lastDay,
  close: dated.item.close,
  claimed: dated.item.claimed,
  reserved: dated.item.reserved,
})

async function yearView(app: QurbaniPorts, campaignId: bigint, year: number | undefined) {
  const now = app.clock()
  const hijriYear = year ?? currentHijriYear(now)
  const items = await listYear(app, { campaignId, hijriYear })
  return { hijriYear, items: items.map((dated) => itemView(dated, now)) }
}

type OfCampaign = { readonly campaignId: string }
type Changed = OfCampaign & { readonly itemId: string; readonly version: number }
/** The item of a form that may omit optional parts. */
type Typed = Omit<ItemForm, 'calendar' | 'timeZone'> & {
  readonly calendar?: ItemForm['calendar']
  readonly timeZone?: string | undefined
}
const formOf = (typed: Typed): ItemForm => ({ ...typed, calendar: typed.calendar, timeZone: typed.timeZone })

async function addAndView(app: QurbaniPorts, editing: ItemEditing, input: Typed) {
  const levelId = await addQurbaniItem(app, editing, formOf(input))
  return itemView(await getItem(app, { campaignId: editing.campaignId, levelId }), app.clock())
}

async function changeAndView(app: QurbaniPorts, editing: ItemEditing, input: Changed & Typed) {
  const levelId = BigInt(input.itemId)
  await changeItem(app, editing, { levelId, version: input.version, form: formOf(input) })
  return itemView(await getItem(app, { campaignId: editing.campaignId, levelId }), app.clock())
}

async function copyAndView(app: QurbaniPorts, editing: ItemEditing, fromYear: number) {
  const added = await copyItems(app, editing, fromYear)
  return { ...(await yearView(app, editing.campaignId, fromYear + 1)), added }
}

/** Editors of a fundraiser can edit its items. */
async function byEditor(
  app: QurbaniPorts,
  viewer: Viewer,
  context: RequestContext,
  campaignKey: OfCampaign,
  how?: 'reading',
): Promise<ItemEditing> {
  const { id } = await campaignRunBy(app, viewer, BigInt(campaignKey.campaignId), 'edit', how)
  return { campaignId: id, viewer: accountOf(viewer), context }
}
/** Staff can edit the items of every fundraiser; the contract names the role. */
async function byStaff(
  app: QurbaniPorts,
  viewer: AccountViewer,
  context: RequestContext,
  campaignKey: OfCampaign,
): Promise<ItemEditing> {
  const campaignId = BigInt(campaignKey.campaignId)
  await assertNotOwnCharity(app.db, viewer.accountId, { campaignIds: [campaignId] })
  return { campaignId, viewer, context }
}

export const qurbaniHandlers: Handlers<typeof qurbaniContract, QurbaniPorts, Viewer> = {
  'GET /v4/qurbani/items': async ({ app }) => {
    const { open, upcoming, nextOpening } = await listOffers(app)
    const now = app.clock()
    const views = (offers: readonly Offer[]) => offers.map((offer) => campaignOfferView(offer, now))
    return { open: views(open), upcoming: views(upcoming), nextOpening: nextOpening ?? null }
  },
  'GET /v4/qurbani/items/:itemId': async ({ app, input }) =>
    campaignOfferView(await getOffer(app, BigInt(input.itemId)), app.clock()),
  'GET /v4/campaigns/:campaignId/qurbani-items': async ({ app, viewer, context, input }) => {
    const { campaignId } = await byEditor(app, viewer, context, input, 'reading')
    return yearView(app, campaignId, input.hijriYear)
  },
  'POST /v4/campaigns/:campaignId/qurbani-items': async ({ app, viewer, context, input }) =>
    addAndView(app, await byEditor(app, viewer, context, input), input),
  'PATCH /v4/campaigns/:campaignId/qurbani-items/:itemId': async ({ app, viewer, context, input }) =>
    changeAndView(app, await byEditor(app, viewer, context, input), input),
  'POST /v4/campaigns/:campaignId/qurbani-items/copy': async ({ app, viewer, context, input }) =>
    copyAndView(app, await byEditor(app, viewer, context, input), input.fromYear),
  'GET /v4/staff/qurbani-campaigns': async ({ app }) => ({ campaigns: await listItemCampaigns(app) }),
  'GET /v4/staff/campaigns/:campaignId/qurbani-items': ({ app, input }) =>
    yearView(app, BigInt(input.campaignId), input.hijriYear),
  'POST /v4/staff/campaigns/:campaignId/qurbani-items': async ({ app, viewer, context, input }) =>
    addAndView(app, await byStaff(app, accountOf(viewer), context, input), input),
  'PATCH /v4/staff/campaigns/:campaignId/qurbani-items/:itemId': async ({ app, viewer, context, input }) =>
    changeAndView(app, await byStaff(app, accountOf(viewer), context, input), input),
  'POST /v4/staff/campaigns/:campaignId/qurbani-items/copy': async ({ app, viewer, context, input }) =>
    copyAndView(app, await byStaff(app, accountOf(viewer), context, input), input.fromYear),
}
