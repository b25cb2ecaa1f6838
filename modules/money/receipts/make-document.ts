import { one } from '#shared/collections.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import type { Ports } from '#shared/ports.ts'
import { isLocale } from '#shared/text.ts'
import { issuersOf } from '#modules/causes/organizations/index.ts'
import { documentHtml } from './documents/html.ts'
import { receiptContent } from './documents/receipt.ts'
import { documentVersion } from './documents/version.ts'
import { findReceipt, type IssuedReceipt } from './queries/issued.ts'
import { hasDocuments, insertDocuments } from './queries/documents.ts'

export type DocumentPorts = Ports & { readonly productName: string }

/**
 * Makes and stores the HTML and PDF of a receipt from its frozen snapshot. A job; repeated or run concurrently it
 * stores one of each. A void receipt gets documents that say so, and earlier ones don't change (ITR 3501(5)).
 */
export async function makeReceiptDocument(ports: DocumentPorts, { receiptId }: { receiptId: string }): Promise<void> {
  const receipt = await findReceipt(ports.db, receiptId)
  if (!receipt) return
  const isVoid = receipt.voidedAt !== null
  if (await hasDocuments(ports.db, receiptId, isVoid)) return
  const cancelledOn = receipt.voidedAt ? await dayOf(ports, receipt, receipt.voidedAt) : undefined
  const content = receiptContent(receipt.snapshot, {
    locale: receipt.locale,
    productName: ports.productName,
    ...(cancelledOn === undefined ? {} : { cancelledOn }),
  })
  // The renderer is large, so only a worker that makes a document loads it.
  const { documentPdf } = await import('./documents/pdf.ts')
  const instant = ports.clock()
  const size = ['US', 'CA'].includes(receipt.snapshot.issuer.country) ? 'LETTER' : 'A4'
  const pdf = await documentPdf(content, { size, ownerPassword: ports.newToken(24), generatedAt: instant })
  await ports.failpoint('document_made')
  const kept = { receiptId, isVoid, templateVersion: documentVersion, at: instant }
  await ports.write((tx) =>
    insertDocuments(tx, [
      { ...kept, format: 'html', bytes: Buffer.from(documentHtml(content)) },
      { ...kept, format: 'pdf', bytes: pdf },
    ]),
  )
}

async function dayOf(ports: Ports, receipt: IssuedReceipt, instant: Date): Promise<string> {
  const { timeZone } = one(await issuersOf(ports.db, [receipt.issuerId]))
  return formatDay(localDateIn(timeZone, instant), isLocale(receipt.locale) ? receipt.locale : 'en')
}
