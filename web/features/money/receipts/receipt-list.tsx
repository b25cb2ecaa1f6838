import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Badge } from '#web/ui/small-parts.tsx'

type Receipt = OutputOf<ProductContract, 'GET /v4/receipts'>['receipts'][number] & {
  readonly gregorian: string
  readonly hijri: string
}

/** The donor's receipts, newest first, with links to view and download. */
export function ReceiptList({ receipts }: { readonly receipts: readonly Receipt[] }) {
  const t = useText()
  const locale = useLocale()
  return (
    <ul className="document-list card">
      {receipts.map((receipt) => {
        const number = `\u2066${receipt.number}\u2069`
        return (
          <li key={receipt.id}>
            <div className="document-text">
              <p className="document-name">
                <a
                  className="document-open strong"
                  href={`/v4/receipts/${receipt.id}/document`}
                  aria-label={`${receipt.campaigns.join(' · ')}. ${t('documents.view-of', { number })}`}
                >
                  <bdi>{receipt.campaigns.join(' · ')}</bdi>
                </a>
                {receipt.kind === 'official' ? <Badge look="brand">{t('documents.official')}</Badge> : null}
              </p>
              <p className="quiet small">
                <bdi>{locale === 'ar' && receipt.organizationAr ? receipt.organizationAr : receipt.organization}</bdi>
                {' · '}
                <span className="document-number">{t('documents.number', { number })}</span>
                {receipt.replaces
                  ? ` · ${t('documents.replaces', { number: `\u2066${receipt.replaces}\u2069` })}`
                  : null}
              </p>
              <p className="quiet small">
                {receipt.gregorian} · {receipt.hijri}
              </p>
            </div>
            <p className="document-amount">
              <Amount minor={receipt.gift} currency={receipt.currency} fractions="always" />
            </p>
            <div className="document-actions">
              <a
                className="button button-quiet"
                href={`/v4/receipts/${receipt.id}/document?format=pdf`}
                aria-label={t('documents.pdf-of', { what: t('documents.number', { number }) })}
              >
                {t('documents.pdf')}
              </a>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
