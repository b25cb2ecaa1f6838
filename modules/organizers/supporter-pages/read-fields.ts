import { findPictures, markUsed } from '#modules/platform/media/index.ts'
import { isUuid } from '#shared/ids.ts'
import type { Currency } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { checkPageFields, type PageFields, normalizeFields } from './rules/page-fields.ts'

/**
 * Validates a supporter's fields; throws each field's fault (supporters-2). A picture must be uploaded by the sender or
 * already belong to the page.
 */
export async function readSupporterPageFields(
  tx: Tx,
  input: {
    readonly sent: PageFields
    readonly coverBefore: string | null
    readonly currency: Currency
    readonly accountId: string
    readonly at: Date
  },
): Promise<PageFields> {
  const fields = normalizeFields(input.sent)
  const faults: Record<string, Fault> = { ...checkPageFields(fields, input.currency) }
  if (fields.picture !== '' && fields.picture !== input.coverBefore) {
    const [picture] = isUuid(fields.picture) ? await findPictures(tx, [fields.picture]) : []
    if (picture?.accountId !== input.accountId) faults.picture = { code: 'picture-not-found' }
  }
  if (Object.keys(faults).length > 0) throw new Problem('validation', 'invalid-input', { fields: faults })
  if (fields.picture !== '') await markUsed(tx, [fields.picture], input.at)
  return fields
}
