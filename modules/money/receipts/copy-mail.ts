import { textsOf } from '#shared/texts/catalogue.ts'
import { isLocale, isolate } from '#shared/text.ts'
import type { ReceiptToResend } from './queries/copies.ts'
import { linksOfReceipt, type ReceiptPorts } from './receipt-link.ts'
import { receiptMailContent } from './receipt-mail.ts'

/**
 * Builds the mail with a copy of a receipt, marked as a copy so that no one counts it twice. `charity`: the one that
 * sends it again; otherwise its donor asked for it.
 */
export function copyMailOf(
  ports: ReceiptPorts,
  receipt: Pick<ReceiptToResend, 'id' | 'number' | 'locale' | 'snapshot' | 'campaignSlug'>,
  charity?: string,
) {
  const locale = isLocale(receipt.locale) ? receipt.locale : 'en'
  const { subject, content } = receiptMailContent(receipt.snapshot, {
    locale,
    productName: ports.productName,
    campaignUrl: `${ports.origin}/v4/campaign/${encodeURIComponent(receipt.campaignSlug)}`,
    ...linksOfReceipt(ports, receipt.id),
  })
  const values = { number: receipt.number, subject, charity: isolate(charity ?? '') }
  const t = textsOf('money/receipt-copies', locale, values)
  const text = t(charity === undefined ? 'text' : 'text-charity')
  return {
    locale,
    subject: t('subject'),
    content: { ...content, title: t('title'), blocks: [{ kind: 'text' as const, text }, ...content.blocks] },
  }
}
