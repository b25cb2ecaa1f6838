import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers } from '#shared/endpoint.ts'
import { toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import type { zakatTrackingContract } from './contract-tracking.ts'
import { donorPlace, privateHeaders } from './http.ts'
import {
  addOffsiteDonation,
  changeOffsiteDonation,
  importOffsiteDonations,
  readOffsiteDonation,
  removeOffsiteDonation,
} from './offsite/offsite-donations.ts'
import type { ZakatPorts } from './ports.ts'
import { toConvertedView, toOffsiteView, toYearView } from './views.ts'
import { statementAnswer } from './years/make-statement.ts'
import { readZakatYears } from './years/zakat-years.ts'
import { listOffsiteZakat, listOnlineZakat } from './zakat-lists.ts'

type Ports = ZakatPorts & { readonly productName: string }

export const zakatTrackingHandlers: Handlers<typeof zakatTrackingContract, Ports, Viewer> = {
  'POST /api/zakat/getOffLineDonations': async ({ app, viewer, context, input }) => {
    const account = accountOf(viewer)
    if (input.id !== account.accountId) throw new Problem('authorization', 'not-allowed')
    const { filter } = input
    const { total, currency, count, items } = await listOffsiteZakat(
      app,
      account,
      {
        from: filter.StartDate,
        before: filter.EndDate,
        currency: filter.Currency,
        limit: filter.limit ?? input.limit,
        offset: filter.offset ?? input.offset,
      },
      donorPlace(input.timeZone, context),
    )
    return {
      totalOfflineDonations: toMajor(total),
      code: currency,
      offlineDonations: items.map(({ id, date, amount, note, converted }) => ({
        id,
        code: amount.currency,
        date,
        amount: toMajor(amount),
        ...toConvertedView(converted),
        note,
      })),
      total: count,
    }
  },
  'POST /api/user/loadZakatEligibleDonations': async ({ app, viewer, context, input }) => {
    const { total, currency, count, fundraisers, items } = await listOnlineZakat(
      app,
      accountOf(viewer),
      {
        from: input.StartDate,
        before: input.EndDate,
        currency: input.Currency,
        limit: input.limit,
        offset: input.offset,
      },
      donorPlace(input.timeZone, context),
    )
    return {
      totalZakatDonationAmount: toMajor(total),
      code: currency,
      items: items.map(({ id, date, amount, campaignId, campaign, converted }) => ({
        id,
        currency: amount.currency,
        date,
        zakat_eligible_amount: toMajor(amount),
        ...toConvertedView(converted),
        campaign: { id: String(campaignId), name: campaign?.name ?? '', slug: campaign?.slug ?? '' },
      })),
      total: count,
      fundraisers,
    }
  },
  'POST /v4/zakat/offsite-donations': async ({ app, viewer, context, input: { timeZone, ...typed } }) =>
    toOffsiteView(await addOffsiteDonation(app, accountOf(viewer), typed, donorPlace(timeZone, context))),
  'GET /v4/zakat/offsite-donations/:id': async ({ app, viewer, input }) =>
    toOffsiteView(await readOffsiteDonation(app, accountOf(viewer), input.id)),
  'PATCH /v4/zakat/offsite-donations/:id': async ({ app, viewer, context, input: { timeZone, ...change } }) =>
    toOffsiteView(await changeOffsiteDonation(app, accountOf(viewer), change, donorPlace(timeZone, context))),
  'DELETE /v4/zakat/offsite-donations/:id': async ({ app, viewer, input }) => {
    await removeOffsiteDonation(app, accountOf(viewer), input.id)
    return { id: input.id }
  },
  'POST /v4/zakat/offsite-donations/import': async ({ app, viewer, context, input }) => {
    const { isSaved, entries, refusals } = await importOffsiteDonations(
      app,
      accountOf(viewer),
      { csv: input.csv, isPreview: input.preview },
      donorPlace(input.timeZone, context),
    )
    return {
      isSaved,
      entries: entries.map(({ row, date, amount, note }) => ({
        row,
        date,
        amount: toMajor(amount),
        code: amount.currency,
        note,
      })),
      refusals: refusals.map(({ row, column, code, params }) => ({
        row,
        column,
        code,
        ...(params && { params: { ...params } }),
      })),
    }
  },
  'GET /v4/zakat/years': async ({ app, viewer, context, input }) => {
    const years = await readZakatYears(app, accountOf(viewer), donorPlace(input.timeZone, context))
    return answer({ years: years.map((year) => toYearView(year, context.locale)) }, { headers: privateHeaders })
  },
  'GET /v4/zakat/profiles/:id/statement': ({ app, viewer, context, input }) =>
    statementAnswer(app, accountOf(viewer), { id: input.id, place: donorPlace(input.timeZone, context), context }),
}
