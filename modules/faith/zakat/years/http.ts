import { pdfRenderer } from '#modules/money/receipts/index.ts'
import { accountOf, type AccountViewer, type Viewer } from '#modules/platform/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { answer, type Handlers, type RequestFacts } from '#shared/endpoint.ts'
import { placeOf } from '../http.ts'
import type { ZakatPorts } from '../ports.ts'
import { toYearView } from '../views.ts'
import { listOffsiteZakat, listOnlineZakat } from '../zakat-lists.ts'
import type { DonorPlace } from '../zakat-state.ts'
import type { zakatYearsContract } from './contract.ts'
import { zakatStatement } from './zakat-statement.ts'
import { readZakatYear, readZakatYears } from './zakat-years.ts'

/** What an account owes and gives is stored nowhere on the way. */
const privateHeaders = { 'cache-control': 'no-store' }
const pdfHeaders = {
  ...privateHeaders,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}
/** Donations a statement lists of each kind, so that it is made within a request; its sums have all of them. */
const rowsMax = 200

type Ports = ZakatPorts & { readonly productName: string }

export const zakatYearsHandlers: Handlers<typeof zakatYearsContract, Ports, Viewer> = {
  'GET /v4/zakat/years': async ({ app, viewer, facts, input }) => {
    const years = await readZakatYears(app, accountOf(viewer), placeOf(input.timeZone, facts))
    return answer({ years: years.map((year) => toYearView(year, facts.locale)) }, { headers: privateHeaders })
  },
  'GET /v4/zakat/profiles/:id/statement': async ({ app, viewer, facts, input }) => {
    const place = placeOf(input.timeZone, facts)
    const { period, bytes } = await makeStatement(app, accountOf(viewer), { id: input.id, place, facts })
    return answer(
      { id: input.id },
      {
        file: { type: 'application/pdf', bytes },
        headers: {
          ...pdfHeaders,
          'content-disposition': `attachment; filename="zakat-${period.replace(/[^\w.-]/g, '-')}.pdf"`,
        },
      },
    )
  },
}

async function makeStatement(
  app: Ports,
  viewer: AccountViewer,
  { id, place, facts }: { readonly id: string; readonly place: DonorPlace; readonly facts: RequestFacts },
): Promise<{ readonly period: string; readonly bytes: Buffer }> {
  const year = await readZakatYear(app, viewer, id, place)
  const { profile } = year
  const filter = {
    from: profile.zakatStartDate,
    before: profile.zakatAnniversary,
    currency: profile.zakatDue.currency,
    limit: rowsMax,
    offset: 0,
  }
  const [online, offsite] = await Promise.all([
    listOnlineZakat(app, viewer, filter, place),
    listOffsiteZakat(app, viewer, filter, place),
  ])
  const now = app.clock()
  const content = zakatStatement({
    year,
    online: {
      rows: online.items.map(({ campaign, ...item }) => ({ ...item, name: campaign?.name ?? '' })),
      count: online.count,
    },
    offsite: { rows: offsite.items.map(({ note, ...item }) => ({ ...item, name: note })), count: offsite.count },
    donor: `${viewer.firstName} ${viewer.lastName}`.trim(),
    preparedOn: localDateIn(profile.timeZone, now),
    locale: facts.locale,
    productName: app.productName,
  })
  const { paperPdf } = await pdfRenderer()
  const bytes = await paperPdf(content, {
    size: facts.country === 'US' || facts.country === 'CA' ? 'LETTER' : 'A4',
    ownerPassword: app.newToken(24),
    madeAt: now,
  })
  return { period: profile.period, bytes }
}
