import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { deleteReport, findReport, insertCharityReport, listReports } from '../queries/reports.ts'
import { lockDocuments } from '../queries/documents.ts'
import {
  savePrivateFile,
  privateFileToSend,
  readPublicUpload,
  removePrivateFile,
} from '#modules/platform/media/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import { authorizeForCharity, recordAct } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'
import { removeDocumentsTask } from '../verification/documents.ts'
import { publicCharity } from './public-page.ts'

const reportLimits = { count: 30, title: 120, firstYear: 1980 } as const

/** Lists the reports of a charity for members who publish them. */
export async function listOwnReports(ports: CharityPorts, viewer: AccountViewer, organizationId: bigint) {
  const { charity } = await authorizeForCharity(ports, viewer, organizationId, 'reports', 'reading')
  return { name: charity.name, subdomain: charity.slug, reports: await listReports(ports.db, charity.id) }
}

/** Publishes a yearly report as a PDF without scripts, for this year or an earlier one (content-27). Returns its id. */
export async function addReport(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: {
    readonly organizationId: bigint
    readonly year: string
    readonly title: string
    /** Base64. */
    readonly file: string
  },
): Promise<string> {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'reports')
  const instant = ports.clock()
  const year = Number(normalizeDigits(input.year.trim()))
  const title = input.title.trim().replace(/\s+/g, ' ')
  const latest = Number(localDateIn(charity.timeZone, instant).slice(0, 4))
  const upload = Buffer.from(input.file, 'base64')
  const fields: Record<string, Fault> = {
    ...(Number.isInteger(year) && year >= reportLimits.firstYear && year <= latest
      ? {}
      : { year: { code: 'report-year', params: { first: reportLimits.firstYear, last: latest } } }),
    ...(title === '' ? { title: { code: 'report-title' } } : {}),
    ...(title.length > reportLimits.title
      ? { title: { code: 'text-too-long', params: { max: reportLimits.title } } }
      : {}),
    ...(upload.length === 0 ? { file: { code: 'file-missing' } } : {}),
  }
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
  const privateFile = await readPdf(upload)
  const id = ports.newId()
  await savePrivateFile(ports, id, privateFile)
  try {
    await ports.write(async (tx) => {
      await lockDocuments(tx, charity.id)
      const { length } = await listReports(tx, charity.id)
      if (length >= reportLimits.count)
        throw new Problem('conflict', 'too-many-documents', { params: { max: reportLimits.count } })
      const row = {
        id,
        organizationId: charity.id,
        year,
        title,
        bytes: privateFile.bytes.length,
        digest: privateFile.digest,
        at: instant,
      }
      if (!(await insertCharityReport(tx, row)))
        throw new Problem('validation', 'invalid-input', { fields: { file: { code: 'report-published' } } })
      const details = { report: id, year, title }
      await recordAct(tx, { viewer, context, organizationId: charity.id, act: 'report-added', at: instant, details })
    })
  } catch (error) {
    if (error instanceof Problem) await removePrivateFile(ports, id, 'pdf')
    throw error
  }
  return id
}

async function readPdf(upload: Buffer) {
  const refusal = (code: string, status?: number) =>
    new Problem('validation', code, { ...(status ? { status } : {}), fields: { file: { code } } })
  try {
    const privateFile = await readPublicUpload(upload)
    if (privateFile.kind === 'pdf') return privateFile
  } catch (error) {
    if (error instanceof Problem && error.code === 'file-too-large') throw refusal('file-too-large', 413)
    if (error instanceof Problem && error.code.startsWith('pdf-')) throw refusal(error.code)
    if (!(error instanceof Problem)) throw error
  }
  throw refusal('file-not-pdf')
}

/** Removes a report from the page of its charity. */
export async function removeReport(
  ports: CharityPorts,
  viewer: AccountViewer,
  context: RequestContext,
  ids: { readonly organizationId: bigint; readonly reportId: string },
): Promise<void> {
  const { charity } = await authorizeForCharity(ports, viewer, ids.organizationId, 'reports')
  await ports.write(async (tx) => {
    if (!(await deleteReport(tx, charity.id, ids.reportId))) throw new Problem('not-found', 'document-not-found')
    await ports.enqueue(tx, removeDocumentsTask, {})
    const details = { report: ids.reportId }
    await recordAct(tx, {
      viewer,
      context,
      organizationId: charity.id,
      act: 'report-removed',
      at: ports.clock(),
      details,
    })
  })
}

/** Returns the file of a report of a public charity. */
export async function sendReport(ports: CharityPorts, ids: { readonly subdomain: string; readonly reportId: string }) {
  const charity = await publicCharity(ports, ids.subdomain)
  const report = await findReport(ports.db, charity.id, ids.reportId)
  const file =
    report &&
    (await privateFileToSend(ports, {
      id: report.id,
      kind: 'pdf',
      name: `${charity.slug}-${report.year}`,
    }))
  if (!file) throw new Problem('not-found', 'document-not-found')
  return file
}
