import type { Handlers, RequestContext } from '#shared/endpoint.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { qurbaniFulfilmentContract, QurbaniShareListView } from './contract-fulfilment.ts'
import { chooseOutcome, donationOfToken, ownDonation } from './fulfilment/choose-outcome.ts'
import { confirmAnimals, confirmFile, type SharesConfirmation, previewShares } from './fulfilment/confirm-shares.ts'
import { getDonationShares } from './fulfilment/donation-shares.ts'
import { animalsPerPdf, listCsv, listPdf } from './fulfilment/list-files.ts'
import type { FulfilmentPorts } from './fulfilment/ports.ts'
import { countShares, type NamedShare, pageOfAnimals, readShareList } from './fulfilment/share-list.ts'

const animalsPerPage = 50

type OfItem = { readonly campaignId: string; readonly itemId: string }
/** An invalid id is treated as an item that doesn't exist. */
const itemOf = ({ campaignId, itemId }: OfItem) => ({
  campaignId: BigInt(campaignId),
  levelId: /^\d{1,18}$/.test(itemId) ? BigInt(itemId) : 0n,
})

/** Editors of a fundraiser can see and confirm its shares. */
async function byEditor(
  app: FulfilmentPorts,
  viewer: Viewer,
  context: RequestContext,
  input: OfItem,
  how?: 'reading' | 'exporting',
): Promise<SharesConfirmation & { readonly accountId: string }> {
  const { campaignId, levelId } = itemOf(input)
  const { id } = await campaignRunBy(app, viewer, campaignId, 'edit', how)
  return { campaignId: id, levelId, viewer: accountOf(viewer), accountId: accountOf(viewer).accountId, context }
}

const byStaff = (viewer: Viewer, context: RequestContext, input: OfItem) => ({
  ...itemOf(input),
  accountId: accountOf(viewer).accountId,
  context,
})

function pdfPartsOf(shares: readonly NamedShare[]): QurbaniShareListView['pdfParts'] {
  const animals = [...new Set(shares.flatMap(({ animal }) => animal ?? []))]
  const parts: QurbaniShareListView['pdfParts'] = []
  for (let from = 0; from < animals.length; from += animalsPerPdf) {
    const part = animals.slice(from, from + animalsPerPdf)
    parts.push({ after: animals[from - 1] ?? 0, first: part[0] ?? 0, last: part.at(-1) ?? 0 })
  }
  return parts
}

async function listView(
  app: FulfilmentPorts,
  input: { readonly campaignId: bigint; readonly levelId: bigint; readonly after: number },
): Promise<QurbaniShareListView> {
  const { item, window, isFinal, confirmBy, shares } = await readShareList(app, input)
  const page = pageOfAnimals(shares, { after: input.after, limit: animalsPerPage })
  return {
    item: {
      id: String(item.levelId),
      title: item.title,
      hijriYear: item.hijriYear,
      animal: item.animal,
      country: item.country,
      partner: item.partner,
      timeZone: item.timeZone,
    },
    isFinal,
    closesAt: window.closesAt,
    performedFrom: window.performedFrom,
    performedUntil: window.performedUntil,
    confirmBy,
    counts: countShares(shares),
    shares: page.shares.map(
      ({ number, animal, position, donationId, name, intention, performedOn, place, outcome }) => ({
        number,
        animal,
        position,
        isFree: donationId === null,
        name,
        intention,
        performedOn,
        place,
        outcome,
      }),
    ),
    next: page.next,
    pdfParts: pdfPartsOf(shares),
  }
}

export const qurbaniFulfilmentHandlers: Handlers<typeof qurbaniFulfilmentContract, FulfilmentPorts, Viewer> = {
  'GET /v4/campaigns/:campaignId/qurbani-shares/:itemId': async ({ app, viewer, context, input }) =>
    listView(app, { ...(await byEditor(app, viewer, context, input, 'exporting')), after: input.after }),
  'GET /v4/campaigns/:campaignId/qurbani-shares/:itemId/csv': async ({ app, viewer, context, input }) =>
    listCsv(app, await byEditor(app, viewer, context, input, 'exporting')),
  'GET /v4/campaigns/:campaignId/qurbani-shares/:itemId/pdf': async ({ app, viewer, context, input }) =>
    listPdf(app, { ...(await byEditor(app, viewer, context, input, 'exporting')), after: input.after }),
  'POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/preview': async ({ app, viewer, context, input }) => {
    const rows = await previewShares(app, { ...(await byEditor(app, viewer, context, input)), csv: input.csv })
    return {
      rows: rows.map((row) => ({
        row: row.row,
        ...row.typed,
        effect: 'faults' in row ? null : row.effect,
        faults: Object.entries('faults' in row ? row.faults : {}).map(([field, { code, params }]) => ({
          field,
          fault: { code, ...(params ? { params: { ...params } } : {}) },
        })),
      })),
      faulty: rows.filter((row) => 'faults' in row).length,
    }
  },
  'POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm': async ({ app, viewer, context, input }) =>
    confirmFile(app, await byEditor(app, viewer, context, input), input.csv),
  'POST /v4/campaigns/:campaignId/qurbani-shares/:itemId/confirm-animals': async ({ app, viewer, context, input }) =>
    confirmAnimals(app, await byEditor(app, viewer, context, input), input),
  'GET /v4/staff/campaigns/:campaignId/qurbani-shares/:itemId': ({ app, input }) =>
    listView(app, { ...itemOf(input), after: input.after }),
  'GET /v4/staff/campaigns/:campaignId/qurbani-shares/:itemId/csv': ({ app, viewer, context, input }) =>
    listCsv(app, byStaff(viewer, context, input)),
  'GET /v4/staff/campaigns/:campaignId/qurbani-shares/:itemId/pdf': ({ app, viewer, context, input }) =>
    listPdf(app, { ...byStaff(viewer, context, input), after: input.after }),
  'GET /v4/account/donations/:donationId/qurbani': async ({ app, viewer, context, input }) =>
    getDonationShares(app, await ownDonation(app, accountOf(viewer), input.donationId), context.locale),
  'POST /v4/account/donations/:donationId/qurbani-choice': async ({ app, viewer, context, input }) => {
    const account = accountOf(viewer)
    const donationId = await ownDonation(app, account, input.donationId)
    await chooseOutcome(app, { viewer: account, context }, { ...input, donationId })
    return getDonationShares(app, donationId, context.locale)
  },
  'GET /v4/qurbani-choices': ({ app, context, input }) =>
    getDonationShares(app, donationOfToken(app, input.token), context.locale),
  'POST /v4/qurbani-choices': async ({ app, context, input }) => {
    const donationId = donationOfToken(app, input.token)
    await chooseOutcome(app, { viewer: undefined, context }, { ...input, donationId })
    return getDonationShares(app, donationId, context.locale)
  },
}
