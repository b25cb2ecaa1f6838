import { pdfRenderer } from '#modules/money/receipts/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { type Answer, answer, type RequestContext } from '#shared/endpoint.ts'
import type { ZakatPorts } from '../ports.ts'
import { listOffsiteZakat, listOnlineZakat } from '../zakat-lists.ts'
import type { DonorPlace } from '../zakat-state.ts'
import { zakatStatement } from './zakat-statement.ts'
import { readZakatYear } from './zakat-years.ts'

/** The response must not be stored by any cache. */
const pdfHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
}
/** Maximum number of donations listed per kind, to limit the request time. The sums include all of them. */
const rowsMax = 200

type Ports = ZakatPorts & { readonly productName: string }
type Request = { readonly id: string; readonly place: DonorPlace; readonly context: RequestContext }

/** Responds with the PDF of a zakat year in the caller's language; 404 if it belongs to another account. */
export async function statementAnswer(
  app: Ports,
  viewer: AccountViewer,
  request: Request,
): Promise<Answer<{ id: string }>> {
  const { period, bytes } = await makeStatement(app, viewer, request)
  return answer(
    { id: request.id },
    {
      file: { type: 'application/pdf', bytes },
      headers: {
        ...pdfHeaders,
        'content-disposition': `attachment; filename="zakat-${period.replace(/[^\w.-]/g, '-')}.pdf"`,
      },
    },
  )
}

async function makeStatement(
  app: Ports,
  viewer: AccountViewer,
  { id, place, context }: Request,
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
    locale: context.locale,
    productName: app.productName,
  })
  const { documentPdf } = await pdfRenderer()
  const bytes = await documentPdf(content, {
    size: context.country === 'US' || context.country === 'CA' ? 'LETTER' : 'A4',
    ownerPassword: app.newToken(24),
    generatedAt: now,
  })
  return { period: profile.period, bytes }
}
