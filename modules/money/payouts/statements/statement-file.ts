import { pdfRenderer } from '#modules/money/receipts/index.ts'
import { type Answer, answer, type RequestContext } from '#shared/endpoint.ts'
import type { PayoutPorts } from '../ports.ts'
import { findPayout, type Payout } from '../queries/payouts.ts'
import { payoutReference } from '../rules/reference.ts'
import { loadStatement } from './load-statement.ts'
import { payoutStatementContent } from './statement-content.ts'
import { payoutStatementCsv } from './statement-csv.ts'

/** The most rows of a CSV file and of a PDF, which is made while the reader waits. */
const rowsMax = { csv: 2_000_000, pdf: 300 } as const

/** Returns a payout's statement as a file to download. */
export async function statementFile(
  ports: PayoutPorts,
  payout: Payout,
  { format, context }: { readonly format: 'csv' | 'pdf'; readonly context: RequestContext },
): Promise<Answer<Record<string, never>>> {
  const { locale } = context
  const statement =
    (await ports.readForExport(context, async ({ db }) => {
      // A standby that doesn't have the new payout yet would return a statement without rows.
      const replayed = await findPayout(db, payout.id)
      return replayed && loadStatement(db, replayed, rowsMax[format])
    })) ?? (await loadStatement(ports.db, payout, rowsMax[format]))
  const name = `payout-${payoutReference(payout.number)}.${format}`
  const headers = { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' }
  if (format === 'csv')
    return answer(
      {},
      { file: { type: 'text/csv; charset=utf-8', bytes: payoutStatementCsv(statement, locale) }, headers },
    )
  const isComplete = statement.rows.length < rowsMax.pdf
  const content = payoutStatementContent(statement, {
    locale,
    productName: ports.productName,
    isComplete,
    ledgerUrl: `\u2066${ports.origin}/ledger\u2069`,
  })
  const { documentPdf } = await pdfRenderer()
  const bytes = await documentPdf(content, {
    size: ['US', 'CA'].includes(statement.charity.country) ? 'LETTER' : 'A4',
    ownerPassword: ports.newToken(24),
    generatedAt: ports.clock(),
  })
  return answer({}, { file: { type: 'application/pdf', bytes }, headers })
}
