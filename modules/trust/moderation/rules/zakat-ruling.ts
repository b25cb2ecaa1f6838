import { isLocalDate } from '#shared/calendar.ts'
import { zakatSchools, type ZakatSchool } from '#modules/causes/campaigns/rules/zakat.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

export const [rulerMax, conditionsMax] = [120, 1000]
const fullEligibility = 10_000

/** A ruling as a reviewer types it when verifying a fundraiser for zakat (zakat-3). */
export type RulingInput = {
  /** The scholar or board that ruled. */
  readonly ruledBy?: string | undefined
  /** Date of the ruling, `YYYY-MM-DD`. */
  readonly ruledOn?: string | undefined
  readonly schools?: readonly ZakatSchool[] | undefined
  readonly conditions?: string | undefined
  /** Percentage of a donation that counts as zakat, from 0.01 to 100 with up to two decimals; 100 if missing. */
  readonly eligiblePercent?: number | undefined
  /** Public URL of the ruling. */
  readonly documentUrl?: string | undefined
  /** The evidence file with the ruling. */
  readonly documentId?: string | undefined
}

export type Ruling = {
  readonly ruledBy: string
  readonly ruledOn: string
  readonly schools: readonly ZakatSchool[]
  readonly conditions: string
  /** Part of a donation that counts as zakat, in basis points: 1 to 10000. */
  readonly eligibleBps: number
  readonly documentUrl: string | null
  readonly documentId: string | null
}

const isHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password
}

/**
 * Validates a ruling (zakat-3): scholar, date (not after `today`), at least one school, and its document as a file of
 * the request (`fileIds`) or an https URL. Returns the ruling or the faults by field.
 */
export function checkRuling(
  input: RulingInput,
  context: { readonly today: string; readonly fileIds: readonly string[] },
): { readonly ruling: Ruling } | { readonly faults: Readonly<Record<string, Fault>> } {
  const ruling = {
    ruledBy: input.ruledBy?.trim() ?? '',
    ruledOn: normalizeDigits(input.ruledOn ?? '').trim(),
    schools: zakatSchools.filter((school) => input.schools?.includes(school)),
    conditions: input.conditions?.trim() ?? '',
    eligibleBps: Math.round((input.eligiblePercent ?? 100) * 100),
    documentUrl: input.documentUrl?.trim() || null,
    documentId: input.documentId || null,
  }
  const faults = { ...faultsOfTexts(ruling, context.today), ...faultsOfDocument(ruling, context.fileIds) }
  return Object.keys(faults).length > 0 ? { faults } : { ruling }
}

function faultsOfTexts(ruling: Ruling, today: string): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  if (ruling.ruledBy === '') faults.ruledBy = { code: 'ruling-by-missing' }
  else if (Array.from(ruling.ruledBy).length > rulerMax)
    faults.ruledBy = { code: 'text-too-long', params: { max: rulerMax } }
  if (!isLocalDate(ruling.ruledOn) || ruling.ruledOn > today) faults.ruledOn = { code: 'ruling-date-invalid' }
  if (ruling.schools.length === 0) faults.schools = { code: 'ruling-school-missing' }
  if (Array.from(ruling.conditions).length > conditionsMax)
    faults.conditions = { code: 'text-too-long', params: { max: conditionsMax } }
  if (!(ruling.eligibleBps >= 1 && ruling.eligibleBps <= fullEligibility))
    faults.eligiblePercent = { code: 'ruling-share-invalid' }
  return faults
}

function faultsOfDocument(ruling: Ruling, fileIds: readonly string[]): Record<string, Fault> {
  const { documentUrl, documentId } = ruling
  if (documentUrl !== null && (!isHttps(documentUrl) || documentUrl.length > 500))
    return { documentUrl: { code: 'ruling-document-invalid' } }
  if (documentId !== null && !fileIds.includes(documentId)) return { documentId: { code: 'evidence-not-found' } }
  return documentUrl === null && documentId === null ? { documentUrl: { code: 'ruling-document-missing' } } : {}
}
