import { Problem } from '#shared/problem.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import { allCountryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { campaignRunBy } from '#modules/causes/campaigns/index.ts'
import { sumReceivedZakat } from '#modules/money/giving/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { savePrivateFile, readPublicUpload, removePrivateFile } from '#modules/platform/media/index.ts'
import {
  type Faces,
  filesMax,
  readDistribution,
  type TypedDistribution,
} from '../rules/distribution/check-distribution.ts'
import {
  deleteSubmitted,
  insertDistribution,
  insertFile,
  listDistributions,
  listFiles,
} from './distribution-queries.ts'
import type { DistributionPorts } from './ports.ts'
import { todayOf } from './zakat-allocation.ts'

type OfCampaign = { readonly campaignId: string }

/** Only people who may enter offline donations can report distributions, because both concern money (accounts-8). */
const runBy = (ports: DistributionPorts, viewer: AccountViewer, { campaignId }: OfCampaign) =>
  campaignRunBy(ports, viewer, BigInt(campaignId), 'offline')

/** Reports zakat that reached people (zakat-19); staff review it with its files. Returns its id. */
export async function reportDistribution(
  ports: DistributionPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: OfCampaign & TypedDistribution,
): Promise<string> {
  const campaign = await runBy(ports, viewer, input)
  const distribution = readDistribution(input, {
    today: todayOf(ports),
    countries: allCountryCodes,
    undistributed: await sumUndistributed(ports.db, campaign.id),
  })
  if ('faults' in distribution) throw new Problem('validation', 'invalid-input', { fields: distribution.faults })
  const id = ports.newId()
  await ports.write(async (tx) => {
    const instant = ports.clock()
    await insertDistribution(tx, {
      id,
      campaignId: campaign.id,
      report: distribution.report,
      reportedBy: viewer.accountId,
      at: instant,
    })
    await recordAct(ports, tx, viewer, context, { act: 'zakat.distribution-reported', campaignId: campaign.id, id })
  })
  return id
}

/** Sums the received zakat of a fundraiser less all reports that aren't rejected, by currency, in minor units. */
async function sumUndistributed(db: Db, campaignId: bigint): Promise<Map<Currency, bigint>> {
  const [received, reports] = await Promise.all([
    sumReceivedZakat(db, [campaignId]),
    listDistributions(db, { campaignId }),
  ])
  return new Map(
    received.map(({ currency, amount }) => [
      currency,
      reports
        .filter((report) => report.currency === currency && report.state !== 'rejected')
        .reduce((rest, report) => rest - report.amount, amount),
    ]),
  )
}

/**
 * Adds a PDF or picture to a report that awaits review; the uploader states whether faces may be shown. Returns its id.
 */
export async function addDistributionFile(
  ports: DistributionPorts,
  viewer: AccountViewer,
  input: OfCampaign & {
    readonly distributionId: string
    readonly file: string
    readonly faces: Faces | undefined
    readonly description: string
  },
): Promise<string> {
  const campaign = await runBy(ports, viewer, input)
  const bytes = Buffer.from(input.file, 'base64')
  const description = input.description.trim()
  if (bytes.length === 0) throw refuse('file', 'file-missing')
  if (!input.faces) throw refuse('faces', 'faces-unconfirmed')
  if (description === '') throw refuse('description', 'evidence-undescribed')
  if (Array.from(description).length > 200) throw refuse('description', 'text-too-long', { max: 200 })
  const privateFile = await readPublicUpload(bytes).catch((error: unknown) => {
    throw error instanceof Problem ? refuse('file', error.code) : error
  })
  const id = ports.newId()
  await savePrivateFile(ports, id, privateFile)
  const isAdded = await ports.write((tx) =>
    insertFile(tx, {
      id,
      distributionId: input.distributionId,
      campaignId: campaign.id,
      kind: privateFile.kind,
      bytes: privateFile.bytes.length,
      faces: input.faces ?? 'none',
      description,
      max: filesMax,
      at: ports.clock(),
    }),
  )
  if (isAdded) return id
  await removePrivateFile(ports, id, privateFile.kind)
  throw new Problem('conflict', 'distribution-closed', { params: { max: filesMax } })
}

const refuse = (field: string, code: string, params?: Readonly<Record<string, number>>) =>
  new Problem('validation', code, { fields: { [field]: { code, ...(params && { params }) } } })

/** Withdraws an unreviewed report with its files. */
export async function withdrawDistribution(
  ports: DistributionPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: OfCampaign & { readonly distributionId: string },
): Promise<void> {
  const campaign = await runBy(ports, viewer, input)
  const files = await listFiles(ports.db, [input.distributionId])
  await ports.write(async (tx) => {
    if (!(await deleteSubmitted(tx, { id: input.distributionId, campaignId: campaign.id })))
      throw new Problem('not-found', 'distribution-not-found')
    await recordAct(ports, tx, viewer, context, {
      act: 'zakat.distribution-withdrawn',
      campaignId: campaign.id,
      id: input.distributionId,
    })
  })
  for (const { id, kind } of files) await removePrivateFile(ports, id, kind)
}

const recordAct = (
  ports: DistributionPorts,
  tx: Tx,
  viewer: AccountViewer,
  context: RequestContext,
  input: { readonly act: string; readonly campaignId: bigint; readonly id: string },
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act: input.act,
    object: `campaign:${input.campaignId}`,
    at: ports.clock(),
    ip: context.ip,
    details: { distribution: input.id },
  })
